import { expect, test } from 'bun:test';
import {
  withEvent as apply,
  countOf,
  withCount,
  withMore,
  withPending,
} from '../../../src/cli/triage/apply-event.ts';
import { answered, due, refused } from '../../../src/cli/triage/held.ts';
import { render } from '../../../src/cli/triage/render.ts';
import {
  type Asked,
  begin,
  isNearEnd,
  type State,
  selectedOf,
  withWritten,
} from '../../../src/cli/triage/state.ts';
import { placeOfPending } from '../../../src/client/replica/lists.ts';
import { createChannel } from '../../../src/core/channels/channels.ts';
import { CreateAgent } from '../../../src/core/channels/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { nextEvent } from '../../support/inbox/events.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { channelNamed, desk, doneBy, drawn, pressAll } from '../../support/terminal/triage.ts';
import { withEvent } from './with-event.ts';

const two = [{ type: 'approval' }, { type: 'approval' }];
const reject = { selectedOption: 'reject' };
/** With what is held on its way. */
const sent = (state: State) => due(state, Number.POSITIVE_INFINITY).state;
const idsOf = ({ waiting }: State) => waiting.map(({ id }) => id);

test('says that someone else answered the selected question, and accepts only the key that moves on', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const [first, second] = asked.map(({ id }) => id);
  const done = await answerReview(inbox, inbox.owner, `${first}`, reject);
  const after = withEvent(state, 'review:responded', done);
  expect(after.selectedId).toBe(`${first}`);
  expect(after.ended[`${first}`]).toBe(
    `Answered by ${inbox.owner.name} (not logged in), just now: Reject`,
  );
  expect(doneBy(pressAll(after, '1', 'a', 'c', 'x', '2', '2'))).toEqual([]);
  const next = pressAll(after, 'enter');
  expect([next.effects, idsOf(next.state), next.state.selectedId]).toEqual([
    [],
    [`${second}`],
    `${second}`,
  ]);
});

test('removes a listed question that someone else answers, and says who and what', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const done = await answerReview(inbox, inbox.owner, `${asked[1]?.id}`, reject);
  const after = withEvent(state, 'review:responded', done);
  expect([idsOf(after), after.selectedId]).toEqual([[`${asked[0]?.id}`], `${asked[0]?.id}`]);
  expect(after.notice?.text).toBe(
    `Answered by ${inbox.owner.name} (not logged in), just now: Reject — Question 1`,
  );
});

const ends: [name: 'message:deleted' | 'review:expired' | 'agent:deleted', says: string][] = [
  ['message:deleted', 'Retracted by the agent'],
  ['review:expired', 'Expired unanswered'],
  ['agent:deleted', 'Its channel was removed'],
];
test.each(ends)('after %p the selected question shows %p', async (name, says) => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const { id = '', channelId = '' } = asked[0] ?? {};
  const about = name === 'agent:deleted' ? { id: channelId } : { id, messageId: id, channelId };
  expect(withEvent(state, name, about).ended).toEqual({ [id]: says });
});

test('shows why the selected question was withdrawn, and drops the answer that counts down', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const { id = '' } = asked[0] ?? {};
  const { state: held } = pressAll(state, '2');
  expect(held.held).toHaveLength(1);
  const payload = nextEvent(inbox, 'review:withdrawn');
  await withdrawReview(inbox, inbox.agent, id, { reason: 'done in the\nterminal' });
  const says = 'Withdrawn. Its agent says: done in the terminal';
  const event = { name: 'review:withdrawn' as const, payload: await payload, seq: null };
  expect(apply(state, event).ended).toEqual({ [id]: says });
  const after = apply(held, event);
  expect([after.held, after.notice?.text]).toEqual([[], `${says} — Question 0`]);
});

test('drops an answer that counts down when its channel is removed, and says so', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' });
  const held = pressAll(state, '1').state;
  const after = withEvent(held, 'agent:deleted', { id: asked[0]?.channelId });
  expect([held.held.length, after.held, after.waiting]).toEqual([1, [], []]);
  expect(after.notice?.text).toBe('Its channel was removed — Question 0');
});

test('selects the next question after our own answer, whether its event or its response comes first', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const [first = '', second = ''] = asked.map(({ id }) => id);
  const sending = sent(pressAll(state, '1').state);
  const done = await answerReview(inbox, inbox.owner, first, { selectedOption: 'approve' });
  const answer = (now: State) => answered(now, done);
  const event = (now: State) => withEvent(now, 'review:responded', done);
  expect(event(sending).selectedId).toBe(second);
  for (const after of [answer(event(sending)), event(answer(sending))]) {
    expect([idsOf(after), after.selectedId, after.sending]).toEqual([[second], second, []]);
    expect(after.notice?.text).toBe('✓ Approved — Question 0');
  }
});

test('lists answers in the order of their presses, whichever is confirmed first', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const [first = '', second = ''] = asked.map(({ id }) => id);
  const sending = sent(pressAll(state, '1', '1').state);
  const answer = (id: string) =>
    answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const [later, sooner] = [await answer(second), await answer(first)];
  const after = answered(answered(sending, later), sooner);
  expect(after.log.map(({ id }) => id)).toEqual([first, second]);
});

test('neither reopens nor misattributes a question we answered when stale lists and events arrive', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const [first = '', second = ''] = asked.map(({ id }) => id);
  const done = await answerReview(inbox, inbox.owner, first, { selectedOption: 'approve' });
  const after = answered(sent(pressAll(state, '1').state), done);
  const late = [
    withPending(after, { pending: asked }),
    withEvent(after, 'message:updated', asked[0]),
    withEvent(withPending(after, { pending: asked }), 'review:responded', done),
  ];
  for (const now of late) {
    expect([idsOf(now), now.selectedId]).toEqual([[second], second]);
    expect(now.notice?.text).toBe('✓ Approved — Question 0');
  }
});

test('allows another try after a refused answer', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' });
  const after = refused(pressAll(state, '1').state, `${asked[0]?.id}`, 'The inbox does not answer');
  expect(after.notice).toEqual({ text: 'The inbox does not answer', tone: 'bad' });
  expect(doneBy(pressAll(drawn(after), '1'))).toEqual([{ selectedOption: 'approve' }]);
});

test('inserts a new question by its expiry without moving the selection', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const urgent = await inbox.send({ review: { type: 'approval', expiresInSeconds: 5 } as never });
  const after = withEvent(state, 'message:created', urgent);
  expect(idsOf(after)).toEqual([urgent, ...asked].map(({ id }) => id));
  expect(after.selectedId).toBe(`${asked[0]?.id}`);
  expect(withEvent(after, 'message:created', urgent)).toEqual(after);
  const plain = await inbox.send({ text: 'Only said' });
  expect(withEvent(after, 'message:created', plain)).toEqual(after);
});

test('selects the first question when nothing was pending, even one of a channel named later', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox);
  const agent = await createChannel(inbox, inbox.owner, CreateAgent.parse({ name: 'Tickets' }));
  const message = await inbox.send({ channelId: agent.id, review: { type: 'approval' } as never });
  const after = withEvent(withEvent(state, 'message:created', message), 'agent:created', agent);
  expect(selectedOf(after)?.id).toBe(message.id);
  expect(after.channels.map(({ name }) => name)).toEqual(['Tickets']);
});

test("shows the agent's status in the head of a question", async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two);
  const agentId = `${asked[0]?.channelId}`;
  const headOf = (now: State) => render(now, { columns: 80, rows: 24 }).join('\n');
  const known = { ...state, channels: [channelNamed(agentId, 'Day')] };
  expect(headOf(known)).toContain('Day · agent · ');
  const status = { agentId, status: 'busy', statusMessage: null, lastActiveAt: null };
  const busy = withEvent(known, 'agent:status', status);
  expect(headOf(busy)).toContain(' · agent busy · ');
  const renamed = withEvent(busy, 'agent:updated', { id: agentId, name: 'Night', status: 'busy' });
  expect(headOf(renamed)).toContain('Night · agent busy · ');
});

test('keeps the selection when the list is loaded again after a lost connection', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two, ...two);
  const there = pressAll(state, 'j').state;
  const [, second, third] = asked;
  expect(idsOf(withPending(there, { pending: third ? [third] : [] }))).toEqual(
    [second, third].map((one) => `${one?.id}`),
  );
  expect(withPending(there, { pending: asked })).toEqual(there);
});

test('appends pages, and inserts new questions only within the range it has loaded', async () => {
  await using inbox = await testInbox();
  const { asked } = await desk(inbox, ...Array(6).fill({ type: 'approval' }));
  const [first, second, third] = asked as [Asked, Asked, Asked];
  const nextCursor = placeOfPending(second);
  const page = { pending: [first, second], nextCursor };
  const counted = withCount(withPending(begin(inbox.now()), page), 5);
  expect([idsOf(counted), countOf(counted), isNearEnd(counted)]).toEqual([
    [first.id, second.id],
    5,
    true,
  ]);
  expect(withEvent(counted, 'message:created', third)).toEqual(counted);
  const more = withMore(counted, { pending: [second, third, ...asked.slice(3, 5)] });
  expect([idsOf(more), countOf(more), isNearEnd(more)]).toEqual([
    asked.slice(0, 5).map(({ id }) => id),
    5,
    false,
  ]);
  const last = withEvent(more, 'message:created', asked[5]);
  expect([idsOf(last).length, countOf(last)]).toEqual([6, 6]);
  const retracted = withEvent(last, 'message:deleted', { id: third.id });
  expect(countOf(retracted)).toBe(5);
});

test('keeps what was written for a question that someone else answers', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...two, ...two);
  const [first, second] = asked as [Asked, Asked];
  const written = withWritten(withWritten(state, first.id, { text: 'Mine' }), second.id, {
    comment: 'Theirs',
  });
  const screenOf = (now: State) => render(now, { columns: 80, rows: 24 }).join('\n');
  const elsewhere = withEvent(written, 'review:expired', { messageId: second.id });
  expect(elsewhere.notice?.text).toBe('Expired unanswered — Question 1; your text is kept (A)');
  const here = withEvent(elsewhere, 'message:deleted', { id: first.id });
  expect(here.ended[first.id]).toBe('Retracted by the agent; your text is kept (e)');
  expect(screenOf(pressAll(here, 'e').state)).toContain('Mine');
  const log = screenOf(pressAll(here, 'enter', 'A').state);
  expect(log).toContain('Not sent because the question ended: Question 0');
  for (const text of ['  Mine', '  comment: Theirs']) expect(log).toContain(text);
});
