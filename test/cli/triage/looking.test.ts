/** Reading a question: scrolling, the whole screen, the filter, the help. */
import { expect, test } from 'bun:test';
import { withCount, withPending } from '../../../src/cli/triage/apply-event.ts';
import { render } from '../../../src/cli/triage/render.ts';
import { type Asked, isSearching, type State } from '../../../src/cli/triage/state.ts';
import { askerOf } from '../../../src/core/messages/source.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { desk, doneBy, drawn, pressAll } from '../../support/terminal/triage.ts';
import { withEvent } from './with-event.ts';

const screenOf = (state: State, columns = 80, rows = 24) =>
  render(state, { columns, rows }).join('\n');
const long = Array.from({ length: 92 }, (_, at) => `Line ${at}.`).join('\n');
const times = (count: number, key: string) => Array<string>(count).fill(key);

test('scrolls by a page less 2 lines, shows the position, and stops at the end', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval', text: long });
  const { rows, total } = state.drawn.place;
  expect(screenOf(state)).toContain(`↓ ${total - rows} more lines (space)`);
  const page = pressAll(state, ' ').state;
  expect(page.drawn.place.from).toBe(rows - 2);
  expect(screenOf(page)).toContain(`↑ ${rows - 2} / ${page.drawn.place.total} · ↓ `);
  const half = pressAll(state, 'ctrl-d').state;
  expect(half.drawn.place.from).toBe(Math.floor(rows / 2));
  expect(pressAll(half, 'ctrl-u').state.drawn.place.from).toBe(0);
  const end = pressAll(state, ...times(30, ' ')).state;
  expect([end.drawn.place.from, screenOf(end).includes('Line 91.')]).toEqual([
    end.drawn.place.total - end.drawn.place.rows,
    true,
  ]);
  expect(pressAll(end, 'b').state.drawn.place.from).toBeLessThan(end.drawn.place.from);
});

test('shows a question on the whole screen on Tab, and the list again on Tab or Escape', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval', text: long }, { type: 'approval' });
  expect(screenOf(state)).toContain('Tab whole screen');
  const whole = pressAll(state, 'tab').state;
  expect(screenOf(whole)).not.toContain('▸');
  expect(whole.drawn.place.rows).toBeGreaterThan(state.drawn.place.rows);
  expect(doneBy(pressAll(whole, '1'))).toEqual([{ selectedOption: 'approve' }]);
  for (const key of ['tab', 'escape']) expect(screenOf(pressAll(whole, key).state)).toContain('▸');
});

test('limits a text to 100 columns and gives the rest of a wide screen to the list', async () => {
  await using inbox = await testInbox();
  const title =
    'A title that has a hundred and twenty columns, no less, which a wide screen shows whole';
  const { state } = await desk(inbox, {
    type: 'approval',
    text: 'word '.repeat(200),
    payload: { title },
  });
  const lines = render(state, { columns: 200, rows: 50 });
  expect(lines[2]).toContain(`▸ ${title}`);
  const right = lines.slice(2, -2).map((line) => line.split(' │ ')[1] ?? '');
  const widest = Math.max(...right.map((line) => Bun.stringWidth(line.trimEnd())));
  // A word may not end there.
  expect([widest <= 100, widest > 95]).toEqual([true, true]);
});

test('selects the first match of a filter, and on Escape the previous selection', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...Array(4).fill({ type: 'approval' }));
  const [first, second, third, fourth] = asked as [Asked, Asked, Asked, Asked];
  const there = pressAll(state, 'j', 'j').state;
  expect(there.selectedId).toBe(third.id);
  const typed = pressAll(there, '/', 'q', 'u').state;
  const hits = withPending(typed, { pending: [second, third], search: 'qu' });
  expect(hits.selectedId).toBe(second.id);
  const cleared = pressAll(drawn(hits), 'escape').state;
  const all = withPending(cleared, { pending: [first, second, third, fourth] });
  expect([all.selectedId, all.back]).toEqual([third.id, null]);
  // A list that is read again later leads nowhere.
  const moved = pressAll(drawn(all), 'j').state;
  expect(withPending(moved, { pending: asked }).selectedId).toBe(fourth.id);
});

test('selects the neighbour when the previous selection is gone', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...Array(4).fill({ type: 'approval' }));
  const typed = pressAll(state, 'j', 'j', '/', 'q').state;
  const hits = withPending(typed, { pending: asked.slice(2, 3), search: 'q' });
  const cleared = pressAll(drawn(hits), 'enter', '1', 'escape').state;
  const all = withPending(cleared, { pending: asked });
  expect(all.selectedId).toBe(`${asked[3]?.id}`);
});

test('keeps the selection when a filter is left before a search', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...Array(2).fill({ type: 'approval' }));
  const left = pressAll(state, '/', 'q', 'escape', 'j').state;
  expect(withPending(left, { pending: asked }).selectedId).toBe(asked[1]?.id ?? '');
});

test('says how many others are pending when all matches are answered', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...Array(3).fill({ type: 'approval' }));
  const typed = pressAll(state, '/', 'q', 'enter').state;
  const hits = withPending(typed, { pending: asked.slice(0, 2), search: 'q' });
  const after = pressAll(drawn({ ...hits, beyond: 1 }), '1', '1').state;
  expect(screenOf(after)).toContain('All 2 matches are answered. Esc shows the other 1.');
});

test('narrows to the session of the selected question and its key, says so, and shows all on Escape', async () => {
  await using inbox = await testInbox();
  const type = 'approval';
  const of = (session: string) => ({ metadata: { source: { client: 'Claude', session } } });
  const { state, asked } = await desk(
    inbox,
    { type },
    { type, ...of('s1') },
    { type, ...of('s2') },
    { type, ...of('s1') },
  );
  const [, first, , second] = asked as [Asked, Asked, Asked, Asked];
  expect(screenOf(pressAll(state, 'S').state)).toContain('This question names no session');
  const there = pressAll(state, 'j').state;
  expect(screenOf(there)).toContain('S same session');
  const pressed = pressAll(there, 'S').state;
  expect(pressed.narrowed).toEqual({ session: 's1', askedBy: askerOf(first) });
  expect(doneBy(pressAll(pressed, '1'))).toEqual([]);
  const listed = { pending: [first, second], session: pressed.narrowed };
  const narrowed = withCount(withPending(pressed, listed), 4);
  expect([narrowed.selectedId, narrowed.waiting]).toEqual([first.id, [first, second]]);
  const screen = screenOf(drawn(narrowed));
  expect(screen).toContain('Inbox · 4 pending · 2 of this session');
  expect(screen).toContain('Esc all sessions');
  expect(screen).not.toContain('more');
  const other = await inbox.send({ review: { type } as never, ...of('s2') });
  const own = await inbox.send({ review: { type } as never, ...of('s1') });
  const later = [other, own].reduce((now, one) => withEvent(now, 'message:created', one), narrowed);
  expect(later.waiting.map(({ id }) => id)).toEqual([first.id, second.id, own.id]);
  // An older list, which was read before.
  const again = withPending(narrowed, { pending: asked });
  expect(isSearching(again)).toBe(true);
  const empty = withCount(withPending(narrowed, { ...listed, pending: [] }), 2);
  expect(screenOf({ ...empty, waiting: [] })).toContain(
    'No more pending questions of this session.',
  );
  for (const key of ['escape', 'S']) {
    const left = pressAll(drawn(narrowed), 'j', key).state;
    const all = withPending(left, { pending: [asked[0] as Asked, first] });
    // It stays, however far down the list it is.
    expect([all.selectedId, all.waiting.length]).toEqual([second.id, 3]);
    expect(screenOf(all)).not.toContain('of this session');
  }
});

test('scrolls a page that exceeds the screen, and closes it on any other key', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval' });
  const size = { columns: 40, rows: 12 };
  const help = drawn(pressAll(state, '?').state, size);
  expect(screenOf(help, 40, 12)).toContain('space b scroll · any other key closes');
  let end = help;
  for (const key of times(9, ' ')) end = drawn(pressAll(end, key).state, size);
  expect([end.mode, screenOf(end, 40, 12).includes('quit')]).toEqual(['help', true]);
  expect(pressAll(end, 'q').state.mode).toBe('list');
  expect(doneBy(pressAll(end, '1'))).toEqual([]);
});

test('shows the keys for help and quit at every width', async () => {
  await using inbox = await testInbox();
  const payload = { items: ['a', 'b', 'c'], mode: 'multi' };
  const { state } = await desk(inbox, { type: 'selection', payload, text: long });
  for (const columns of [40, 50, 60, 80, 120]) {
    expect(screenOf(state, columns)).toMatch(/\? help · q quit$/);
  }
  expect(screenOf(state)).toContain('1-3 pick · * all · Enter send');
});

test('ignores events of other channels in the view of one channel', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' });
  const here = { ...state, channelId: `${asked[0]?.channelId}` };
  const other = await inbox.send({ review: { type: 'approval' } as never });
  expect(withEvent(here, 'message:created', other).waiting).toHaveLength(1);
  expect(withEvent(state, 'message:created', other).waiting).toHaveLength(2);
});

test("opens and copies a question's page, or copies its id without a server", async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' });
  const served = { ...state, address: 'https://inbox.example.org/' };
  const url = `https://inbox.example.org/m/${asked[0]?.id}`;
  expect(pressAll(served, 'o', 'y').effects).toEqual([
    { do: 'browse', url },
    { do: 'copy', text: url },
  ]);
  expect(pressAll(state, 'y').effects).toEqual([{ do: 'copy', text: `${asked[0]?.id}` }]);
  expect(pressAll(state, 'o').state.notice?.text).toContain('No server is running here');
});

test('says that a key does nothing here', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval' });
  for (const key of ['n', 'p', 'u', 'R']) {
    expect(pressAll(state, key).state.notice?.text).toBe(
      `“${key}” does nothing here; press ? for the keys`,
    );
  }
});
