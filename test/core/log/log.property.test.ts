/** Whatever happens, the log has each event that was announced, once, in order and without a gap. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { changeByItself } from '../../../src/core/change.ts';
import { deleteChannel, updateChannel } from '../../../src/core/channels/channels.ts';
import { ping } from '../../../src/core/channels/status.ts';
import { loggedNames } from '../../../src/core/events/lookup.ts';
import type { LoggedName } from '../../../src/core/events.ts';
import { ackMessage, recordWebhookResult } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

type Announced = { event: LoggedName; seq: number };
type State = { inbox: TestInbox; channel: string; ids: string[]; at: number };
type Step = (state: State) => Promise<unknown>;

const idOf = ({ ids, at }: State) => ids[at % Math.max(1, ids.length)] ?? 'none';
const review = { type: 'approval', expiresInSeconds: 60 };

const steps = {
  send: async (state) =>
    state.ids.push((await state.inbox.send({ channelId: state.channel, text: 'a' })).id),
  ask: async (state) =>
    state.ids.push((await state.inbox.send({ channelId: state.channel, text: 'a?', review })).id),
  draft: async (state) => {
    const streamId = `draft ${state.ids.length}`;
    const draft = { channelId: state.channel, text: '', streamId, review } as const;
    state.ids.push((await state.inbox.send({ ...draft, streamState: 'streaming' })).id);
    await updateStream(state.inbox, state.inbox.agent, streamId, {
      text: 'more',
      channelId: state.channel,
      streamState: state.at % 2 === 0 ? 'aborted' : 'complete',
    });
  },
  answer: (state) =>
    answerReview(state.inbox, state.inbox.owner, idOf(state), { selectedOption: 'approve' }),
  ack: (state) => ackMessage(state.inbox, state.inbox.agent, idOf(state)),
  retract: (state) => deleteMessage(state.inbox, state.inbox.agent, idOf(state)),
  posted: (state) =>
    changeByItself(state.inbox, (change) =>
      recordWebhookResult(change, {
        messageId: idOf(state),
        ok: state.at % 2 === 0,
      }),
    ),
  pass: async ({ inbox }) => inbox.clock.advance(40_000),
  rename: ({ inbox, channel, at }) => updateChannel(inbox, inbox.owner, channel, { name: `${at}` }),
  busy: ({ inbox, channel, at }) =>
    ping(inbox, inbox.agent, { agentId: channel, status: at % 2 === 0 ? 'busy' : 'active' }),
  spoil: ({ inbox, channel }) =>
    changeByItself(inbox, async ({ emit }) => {
      emit('agent:deleted', { id: channel });
      throw new Error('spoiled');
    }),
} satisfies Record<string, Step>;

async function holds(inbox: TestInbox, announced: Announced[], from: number): Promise<void> {
  const db = inbox.store.read;
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', from)
    .orderBy('seq')
    .execute();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => from + index + 1));
  expect(rows.map(({ event, seq }) => ({ event, seq }))).toEqual(announced as never);
  expect(inbox.eventLog.announced).toBe(rows.at(-1)?.seq ?? from);
  const messages = await db.selectFrom('messages').select(['id', 'changeSeq']).execute();
  for (const { id, changeSeq } of messages) {
    const last = rows.findLast(({ subjectId }) => subjectId === id);
    if (last) expect([id, changeSeq]).toEqual([id, last.seq]);
  }
}

test('logs every emitted event once and in order, and gives each message the seq of its last event', async () => {
  await using inbox = await testInbox();
  const taken = fc.array(
    fc.record({
      names: fc.array(fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])), {
        minLength: 1,
        maxLength: 4,
      }),
      at: fc.nat(20),
    }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(taken, async (batches) => {
      const from = inbox.eventLog.announced;
      const announced: Announced[] = [];
      const ends = loggedNames.map((event) =>
        inbox.bus.on(event, (_, seq) => announced.push({ event, seq: seq as number })),
      );
      const { id: channel } = await inbox.channel();
      const state: State = { inbox, channel, ids: [], at: 0 };
      for (const { names, at } of batches) {
        state.at = at;
        // Steps of one batch share a commit; what can't be done is refused and leaves nothing.
        await Promise.allSettled(names.map((name) => steps[name](state)));
      }
      await deleteChannel(inbox, inbox.owner, channel);
      for (const end of ends) end();
      await holds(inbox, announced, from);
    }),
    { numRuns: 100 },
  );
}, 60_000);
