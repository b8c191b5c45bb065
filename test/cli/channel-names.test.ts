import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
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
