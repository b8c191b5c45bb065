import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { clientOf } from '../support/server/server.ts';
import { servedInbox } from '../support/terminal/served.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

test('creates a channel once, and prints the id of the one that has the name', async () => {
  await using terminal = testTerminal();
  const id = await terminal.ok('channel', 'create', 'deploys', '--if-missing');
  expect(await terminal.ok('channel', 'create', 'deploys', '--if-missing')).toBe(id);
  expect(await terminal.ok('channel', 'create', ' de\u200bploys', '--if-missing')).toBe(id);
  const found = await terminal.json<Agent>('channel', 'create', 'deploys', '--if-missing');
  expect(found).toMatchObject({ id, name: 'deploys' });
  const refused = await terminal.run(['channel', 'create', 'deploys ']);
  expect([refused.code, refused.stdout]).toEqual([7, '']);
  expect(refused.stderr).toContain(id);
  expect((await terminal.run(['channel', 'create', '\u3164'])).stderr).toContain('can be seen');
  expect(await terminal.json<Agent[]>('channel', 'list')).toHaveLength(1);
});

test('lists the channels that a name could mean, and shows names that look alike with their ids', async () => {
  await using terminal = testTerminal();
  const server = await terminal.serve();
  const { key } = await terminal.json<NewKey>('key', 'create', 'CI');
  const ids: string[] = [];
  for (const name of ['deploys', 'deploys ', 'de\u200bploys']) {
    const made = await fetch(`${server.url}/api/v1/agents`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    ids.push(((await made.json()) as Agent).id);
  }
  const { code, stderr } = await terminal.run(['send', 'Hi', '-c', 'deploys']);
  expect(code).toBe(2);
  for (const id of ids) expect(stderr).toContain(id);
  await terminal.ok('ask', 'approve', 'Deploy?', '-c', `${ids[2]}`);
  const list = terminal.open(['list'], { NO_COLOR: '1' });
  expect(await list.exited).toBe(0);
  expect(list.text()).toContain(`de[U+200B]ploys (${ids[2]?.slice(-8)})`);
});

test('shows a channel on one line, with the names of letters that would break it', async () => {
  await using inbox = await servedInbox();
  const { terminal } = inbox;
  const name = 're\tle\r\na\u0085\u001bse';
  const shown = 're[U+0009]le[U+000D][U+000A]a[U+0085][U+001B]se';
  const { body: channel } = await inbox.as('agent').post<Agent>('/agents', { name });
  const review = { type: 'approval', payload: { title: 'Go?' } };
  const { id } = await inbox.send({ channelId: channel.id, text: 'Hello', review });
  const rows = (await terminal.ok('channel', 'list')).split('\n');
  expect(rows.map((row) => row.split('\t')[1]).sort()).toEqual(['deploys', shown]);
  expect(await terminal.ok('list')).toContain(`\t${shown}\t`);
  const [head] = (await terminal.ok('show', id)).split('\n');
  expect(head).toStartWith(shown.slice(0, 29));
  const removed = terminal.open(['channel', 'rm', channel.id]);
  await removed.write('its name', shown);
  await removed.shows('removed, with');
  expect(removed.text().replace(/\s+/g, ' ')).toContain(`Channel “${shown}” removed`);
});

test('shows the ends of ids once a second channel gets a name while a tail and the view run', async () => {
  await using terminal = testTerminal();
  const server = await terminal.serve();
  const { key } = await terminal.json<NewKey>('key', 'create', 'CI');
  const agent = clientOf(server.url, { 'x-api-key': key });
  const review = { type: 'approval', payload: { title: 'Go?' } };
  const ask = async (name: string, text: string) => {
    const { body } = await agent.post<Agent>('/agents', { name });
    await agent.post('/messages', { channelId: body.id, text, review });
    return body.id;
  };
  const first = await ask('ci', 'begin');
  const tail = terminal.open(['tail'], { NO_COLOR: '1' });
  const view = terminal.open([], { NO_COLOR: '1' });
  await Promise.all([tail.shows('begin'), view.shows('1 pending')]);
  const second = await ask('ci ', 'second');
  await agent.post('/messages', { channelId: first, text: 'third' });
  await tail.shows('third');
  for (const id of [first, second]) await view.shows(`(${id.slice(-8)})`);
  for (const id of [first, second]) expect(tail.text()).toContain(`(${id.slice(-8)})`);
});
