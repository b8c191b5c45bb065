import { expect, test } from 'bun:test';
import { InboxError } from '../../src/core/errors.ts';
import { getMessage, sendMessage } from '../../src/core/messages/messages.ts';
import { ListMessages, SendMessage } from '../../src/core/messages/schema.ts';
import { settleExpired } from '../../src/core/reviews/expiry.ts';
import { answerReview, getReview } from '../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../src/core/reviews/waiting.ts';
import { recordEvents } from '../support/inbox/events.ts';
import { strangerOf, type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { listMessages } from '../support/inbox/pages.ts';

const ROUNDS = 100;
const TIMEOUT = { timeout: 60_000 };
const review = { type: 'approval', expiresInSeconds: 60 };

test(
  'creates 1 message from 12 simultaneous sends with one clientId and 2 bodies',
  async () => {
    await using inbox = await testInbox();
    const { id: channelId } = await inbox.channel();
    const received = recordEvents(inbox);
    for (let round = 0; round < ROUNDS; round++) {
      const sends = Array.from({ length: 12 }, async (_, turn) => {
        if (turn % 3 === 0) await new Promise(setImmediate);
        const text = `${turn % 2}`;
        const input = SendMessage.parse({ channelId, text, clientId: `${round}` });
        return sendMessage(inbox, inbox.agent, input).catch((error) => error as InboxError);
      });
      const outcomes = await Promise.all(sends);
      const sent = outcomes.flatMap((one) => (one instanceof InboxError ? [] : [one]));
      const refused = outcomes.filter((one) => one instanceof InboxError);
      expect([sent.length, sent.filter((one) => one.created).length]).toEqual([6, 1]);
      expect(new Set(sent.map((one) => one.message.id)).size).toBe(1);
      expect(new Set(sent.map((one) => one.message.text)).size).toBe(1);
      expect(new Set(refused.map((one) => one.details.messageId))).toEqual(
        new Set([sent[0]?.message.id]),
      );
    }
    expect(received).toHaveLength(ROUNDS);
  },
  TIMEOUT,
);

test(
  'accepts 1 of 20 simultaneous answers, and reports its author and time to the others',
  async () => {
    await using inbox = await testInbox();
    const { id: channelId } = await inbox.channel();
    const people = Array.from({ length: 20 }, (_, n) =>
      strangerOf({ userId: `user-${n}`, name: `Person ${n}`, channels: [channelId] }),
    );
    const received = recordEvents(inbox);
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await inbox.send({ channelId, review });
      inbox.clock.advance(1);
      const answers = people.map(async (person, turn) => {
        if (turn % 3 === round % 3) await new Promise(setImmediate);
        return answerReview(inbox, person, id, { selectedOption: 'reject' }).catch(
          (error) => error,
        );
      });
      const outcomes = await Promise.all(answers);
      const won = outcomes.filter((one) => !(one instanceof InboxError));
      expect(won).toHaveLength(1);
      const { status, respondedAt, respondedBy } = won[0].review;
      expect(status).toBe('completed');
      for (const one of outcomes.filter((other) => other instanceof InboxError)) {
        expect(one.code).toBe('conflict');
        expect(one.details).toEqual({ status, respondedAt, respondedBy });
        expect(one.message).toBe(`Already answered by ${respondedBy.name} at ${respondedAt}`);
      }
      expect((await getReview(inbox, inbox.agent, id)).review.respondedBy).toEqual(respondedBy);
    }
    expect(received.filter((event) => event.name === 'review:responded')).toHaveLength(ROUNDS);
  },
  TIMEOUT,
);

test(
  'reaches one outcome of an answer racing its expiry, the same for every reader',
  async () => {
    await using inbox = await testInbox();
    const { id: channelId } = await inbox.channel();
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const outcomes = await raceAgainstTheClock(inbox, channelId, round);
      const [outcome = ''] = new Set(Object.values(outcomes));
      expect(Object.values(outcomes)).toEqual(Object.values(outcomes).map(() => outcome));
      seen.add(outcome);
    }
    expect([...seen].sort()).toEqual(['completed', 'expired']);
  },
  TIMEOUT,
);

/** One outcome by surface. The clock strikes some turns after the answer has set out. */
async function raceAgainstTheClock(inbox: TestInbox, channelId: string, turns: number) {
  const { id } = await inbox.send({ channelId, review });
  const received = recordEvents(inbox);
  const how = { channel: channelId, timeoutMs: 30_000 };
  const waiting = waitForReview(inbox, inbox.agent, id, how);
  inbox.clock.advance(59_999);
  const answer = answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const answered = answer.then(
    (message) => message.review?.status,
    (error) => error.details.status,
  );
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  if (turns % 2 === 1) await new Promise(setImmediate);
  inbox.clock.advance(1);
  const [respond] = await Promise.all([answered, settleExpired(inbox)]);
  const listed = async (filter: 'completed' | 'expired') => {
    const list = ListMessages.parse({ channel: channelId, review: filter, limit: 1 });
    const page = await listMessages(inbox, inbox.agent, list);
    return page.data[0]?.id === id ? filter : undefined;
  };
  await settleExpired(inbox);
  const ends = received.filter((event) => /^review:/.test(event.name));
  return {
    respond,
    message: (await getMessage(inbox, inbox.agent, id)).review?.status,
    review: (await getReview(inbox, inbox.agent, id)).review.status,
    list: (await listed('completed')) ?? (await listed('expired')),
    wait: (await waiting).status,
    events: ends.map((end) => (end.name === 'review:expired' ? 'expired' : 'completed')).join(),
  };
}
