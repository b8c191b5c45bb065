/** The view reports that it is open, and which questions its user has seen. */
import { afterEach, expect, setSystemTime, test } from 'bun:test';
import { openPresence } from '../../../src/cli/triage/presence.ts';
import type { State } from '../../../src/cli/triage/state.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { withNtfy } from '../../support/reach/served-ntfy.ts';
import type { Terminal } from '../../support/terminal/terminal.ts';
import { desk, drawn, pressAll } from '../../support/terminal/triage.ts';

afterEach(() => void setSystemTime());

const reachOf = async (terminal: Terminal, id: string) =>
  (await terminal.json<Message>('show', id)).review?.reach;

test('counts as watching while it is open, and reports the question in view as seen', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  const ask = (text: string, expires: string) =>
    terminal.ok('ask', 'approve', text, '-c', 'deploys', '--expires', expires);
  const first = await ask('First?', '1h');
  const second = await ask('Second?', '2h');
  expect(await reachOf(terminal, first)).toMatchObject({ watching: 0, seenAt: null });
  const screen = terminal.open([]);
  await screen.shows('● live');
  await eventually(async () => {
    const reach = await reachOf(terminal, first);
    return reach?.watching === 1 && reach.seenAt;
  });
  expect((await reachOf(terminal, second))?.seenAt).toBeNull();
  const asked = await terminal.run(['ask', 'approve', 'Third?', '-c', 'deploys']);
  expect(asked.stderr).toBe('');
  await screen.press('Second?', 'j');
  await eventually(async () => (await reachOf(terminal, second))?.seenAt);
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
  await eventually(async () => (await reachOf(terminal, first))?.watching === 0);
});

test('shows the urgency and reach of a question as they change, and answers it', async () => {
  await using here = await withNtfy();
  const { terminal, ntfy } = here;
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox');
  const screen = terminal.open([]);
  await screen.shows('● live');
  const id = await terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys', '--urgency', 'critical');
  await screen.shows('▸ deploys        critical Go?');
  await screen.shows('1 of 1 person reachable by ntfy · 1 notification');
  await screen.shows('Seen ');
  await screen.press('1  Approve', '1');
  await screen.press('No pending questions.', 'q');
  expect(await screen.exited).toBe(0);
  const { review } = await terminal.json<Message>('show', id);
  expect(review?.response).toEqual({ selectedOption: 'approve' });
  // A notice to a user who is present is delayed.
  expect(ntfy.received).toEqual([]);
});

test('shows whom a pending question can reach as contacts come and go', async () => {
  await using here = await withNtfy();
  const { terminal } = here;
  await terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  const screen = terminal.open([]);
  await screen.shows('● live');
  await terminal.ok('contact', 'add', '--ntfy', 'my-inbox');
  await screen.shows('1 of 1 person reachable by ntfy');
  const mia = ['mia@example.com', '--name', 'Mia', '-c', 'deploys', '--no-password'];
  await terminal.ok('user', 'add', ...mia);
  await screen.shows('1 of 2 people reachable by ntfy');
});

/** Opens a view of two questions and records which it reports as seen. */
async function seenIn(inbox: Awaited<ReturnType<typeof testInbox>>) {
  const approval = { type: 'approval' };
  let { state, asked } = await desk(inbox, approval, approval);
  const seen: string[] = [];
  const person = {
    reviews: ({ id }: { id: string }) => ({
      seen: { post: async () => ({ data: { unread: seen.push(id) === 0 }, error: null }) },
    }),
  };
  const presence = openPresence({
    state: () => state,
    call: (work) => work({ person } as never),
    emit: () => {},
  });
  let nowMs = Date.now();
  return {
    presence,
    asked,
    seen,
    state: () => state,
    show(next: State): void {
      state = next;
      presence.look();
    },
    pass(ms: number): void {
      nowMs += ms;
      setSystemTime(nowMs);
      presence.look();
    },
    [Symbol.dispose]: presence.close,
  };
}

test('reports a question as seen once, after a second in view', async () => {
  await using inbox = await testInbox();
  using view = await seenIn(inbox);
  const [first, second] = view.asked.map(({ id }) => id);
  view.pass(0);
  view.pass(900);
  view.show(pressAll(view.state(), 'j').state);
  view.pass(900);
  view.show(pressAll(view.state(), 'k').state);
  view.pass(900);
  expect(view.seen).toEqual([]);
  view.pass(200);
  view.pass(5000);
  expect(view.seen).toEqual([`${first}`]);
  view.show(pressAll(view.state(), 'j').state);
  view.show(pressAll(view.state(), '?').state);
  view.pass(5000);
  expect(view.seen).toEqual([`${first}`]);
  view.show(drawn({ ...view.state(), mode: 'list' }));
  view.pass(2000);
  expect(view.seen).toEqual([`${first}`, `${second}`]);
});

test('reports nothing as seen a minute after the last key, until another is pressed', async () => {
  await using inbox = await testInbox();
  using view = await seenIn(inbox);
  const { link } = view.state();
  view.show({ ...view.state(), link: 'lost' });
  view.pass(61_000);
  view.show({ ...view.state(), link });
  view.pass(2000);
  expect(view.seen).toEqual([]);
  view.presence.pressed();
  view.pass(10);
  expect(view.seen).toHaveLength(1);
});
