import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Notice } from '../../src/core/notify/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { eventually } from '../support/reach/eventually.ts';
import { withNtfy } from '../support/reach/served-ntfy.ts';
import type { Terminal } from '../support/terminal/terminal.ts';

const asking = ['ask', 'approve', 'Deploy?', '-c', 'deploys'];
const NOBODY = 'Nobody can be notified of this question, and nobody has the dashboard';

const reachOf = async (terminal: Terminal, id: string) =>
  (await terminal.json<Message>('show', id)).review?.reach;

test('says in a new inbox as a tip that a question reaches nobody, and warns once there is a second user', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  expect((await terminal.run(asking)).stderr).toStartWith(`Tip: ${NOBODY}`);
  await terminal.ok('user', 'add', 'mia@example.com', '--name', 'Mia', '--no-password');
  const plain = await terminal.run(asking);
  expect([plain.code, plain.stdout]).toEqual([0, expect.stringMatching(/^[0-9A-Z]{26}\n$/)]);
  expect(plain.stderr).toStartWith(`Warning: ${NOBODY}`);
  const json = await terminal.run([...asking, '--json']);
  expect([JSON.parse(json.stdout).review.reach.state, json.stderr]).toEqual([
    'nobody',
    expect.stringContaining(`Warning: ${NOBODY}`),
  ]);
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox');
  expect((await terminal.run(asking)).stderr).toBe('');
});

test('asks nothing with --require-reach while nobody can be reached', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  const refused = await terminal.run([...asking, '--require-reach']);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    7,
    '',
    expect.stringContaining('Nobody can be reached'),
  ]);
  expect(await terminal.json<Message[]>('list')).toEqual([]);
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox');
  expect((await terminal.run([...asking, '--require-reach'])).code).toBe(0);
});

test('notifies only the named users, whom a key names by id', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  const mia = ['mia@example.com', '--name', 'Mia', '-c', 'deploys', '--no-password'];
  const id = await terminal.ok('user', 'add', ...mia);
  const peopleOf = (message: Message) => message.review?.reach.people;
  expect(peopleOf(await terminal.json(...asking))).toBe(2);
  for (const named of ['Mia', 'MIA@example.com', id.slice(-6), id]) {
    expect(peopleOf(await terminal.json(...asking, '--notify', named))).toBe(1);
  }
  expect(peopleOf(await terminal.json(...asking, '--notify', 'mia', '--notify', 'owner'))).toBe(2);
  const nobody = await terminal.run([...asking, '--notify', 'eve']);
  expect([nobody.code, nobody.stderr]).toEqual([
    2,
    expect.stringContaining('User “eve” not found'),
  ]);
  const env = {
    INBOX_DATA: `${terminal.home}/far`,
    INBOX_URL: findRun(terminal.data)?.url ?? '',
    INBOX_API_KEY: await terminal.ok('key', 'create', 'ci'),
  };
  expect((await terminal.run([...asking, '--notify', id], { env })).code).toBe(0);
  const byName = await terminal.run([...asking, '--notify', 'mia'], { env });
  expect([byName.code, byName.stderr]).toEqual([
    2,
    expect.stringContaining('--notify: only owners can look up users. Pass whole user ids'),
  ]);
});

test('shows urgency in lists, and urgency and reach with a question', async () => {
  await using here = await withNtfy();
  const { terminal, ntfy } = here;
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox');
  const id = await terminal.ok(...asking, '--urgency', 'critical');
  await ntfy.has(1);
  await eventually(async () => (await reachOf(terminal, id))?.state === 'sent');
  expect((await terminal.json<Message>('show', id)).review?.urgency).toBe('critical');
  expect(ntfy.shown('my-inbox')).toMatchObject([{ priority: 5 }]);
  const [head, reach] = (await terminal.ok('show', id)).split('\n');
  expect(head).toMatch(/^deploys · agent · .* · critical · expires /);
  expect(reach).toMatch(/^Sent \d\d:\d\d · 1 of 1 person reachable by ntfy · 1 notification /);
  const list = terminal.open(['list']);
  expect(await list.exited).toBe(0);
  expect(list.text()).toMatch(/deploys {2}critical {2}Deploy\?/);
  expect((await terminal.ok('list')).split('\t')).toHaveLength(8);
  const waiting = terminal.open(['wait', id]);
  await waiting.shows('the critical question “Deploy?”');
  await waiting.shows('reachable by ntfy');
  await terminal.ok('answer', id, '--option', 'approve');
  expect(await waiting.exited).toBe(0);
  expect(await terminal.ok('show', id)).not.toContain('reachable');
});

test('lists who was notified of a question, how and with what result', async () => {
  await using here = await withNtfy();
  const { terminal, ntfy } = here;
  const unreached = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
  const nobody = await terminal.run(['show', unreached, '--notices']);
  expect(nobody).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Nobody was notified of this question.\n',
  });
  expect(await terminal.json<Notice[]>('show', unreached, '--notices')).toEqual([]);
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox', '--name', 'Phone');
  const id = await terminal.ok(...asking);
  await ntfy.has(1);
  await eventually(async () => (await reachOf(terminal, id))?.state === 'sent');
  const [notice, ...others] = await terminal.json<Notice[]>('show', id, '--notices');
  expect(notice).toMatchObject({
    kind: 'ntfy',
    contact: 'Phone',
    what: 'asks',
    status: 'accepted',
  });
  expect(others).toMatchObject([{ what: 'reminds', status: 'waiting' }]);
  const { person, due, sentAt } = notice ?? {};
  expect((await terminal.ok('show', id, '--notices')).split('\n')[0]).toBe(
    [person?.name, 'ntfy', 'Phone', 'asks', 'accepted', due, sentAt, '', ''].join('\t'),
  );
  const screen = terminal.open(['show', id, '--notices']);
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toMatch(/ntfy {2}Phone {2}question {2,}sent /);
  expect(screen.text()).toMatch(/ntfy {2}Phone {2}reminder {2,}due /);
});
