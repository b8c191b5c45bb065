import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { changeByItself } from '../../../src/core/change.ts';
import { ackMessage, recordWebhookResult } from '../../../src/core/messages/delivery-status.ts';
import { getMessage } from '../../../src/core/messages/messages.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const review = { type: 'approval', expiresInSeconds: 60 };
type Become = (inbox: TestInbox, message: Message) => Promise<unknown>;

const posted =
  (ok: boolean): Become =>
  (inbox, { id }) =>
    changeByItself(inbox, (change) => recordWebhookResult(change, { messageId: id, ok }));

/** Steps in the life of a message that asks and is still written. */
const changes = {
  answer: (inbox, { id }) =>
    answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' }).catch(({ code }) =>
      expect(code).toBe('conflict'),
    ),
  expiry: async (inbox) => inbox.clock.advance(60_000),
  ack: (inbox, { id }) => ackMessage(inbox, inbox.agent, id),
  delivered: posted(true),
  failed: posted(false),
  draft: (inbox, { channelId, text }) =>
    updateStream(inbox, inbox.agent, 'turn', { channelId, text: `${text}.` }),
} satisfies Record<string, Become>;
const names = Object.keys(changes) as (keyof typeof changes)[];

const withoutNumber = ({ updatedAt: _, seq: __, ...message }: Message) => message;

test('gives every state of a message a higher seq, and never moves its time back', async () => {
  await using inbox = await testInbox();
  const steps = fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      ms: fc.oneof(fc.constant(0), fc.integer({ min: -3000, max: 3000 })),
    }),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { id: channelId } = await inbox.channel();
      const draft = {
        channelId,
        text: '',
        streamId: 'turn',
        streamState: 'streaming',
        review,
      } as const;
      let before = await inbox.send(draft);
      for (const { name, ms } of taken) {
        inbox.clock.advance(ms);
        await changes[name](inbox, before);
        const after = await getMessage(inbox, inbox.agent, before.id);
        if (Bun.deepEquals(withoutNumber(after), withoutNumber(before))) continue;
        expect(after.seq).toBeGreaterThan(before.seq);
        expect(after.updatedAt >= before.updatedAt).toBe(true);
        before = after;
      }
    }),
    { numRuns: 100 },
  );
});
