import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Channels } from '../../../src/core/access/callers.ts';
import { ListMessages, type Message } from '../../../src/core/messages/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { givenFile } from '../../support/inbox/files.ts';
import { agentOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';

const COUNT = 60;

/** Messages of four channels, some with reviews in every state, some with one or two files. */
async function fill(inbox: TestInbox): Promise<{ channels: string[]; messages: Message[] }> {
  const channels: string[] = [];
  for (let n = 0; n < 4; n++) channels.push((await inbox.channel()).id);
  const messages: Message[] = [];
  for (let n = 0; n < COUNT; n++) {
    const channelId = channels[(n * n) % 3] ?? '';
    const files = n % 7 === 0 ? ['a', 'b'] : n % 5 === 0 ? ['c'] : [];
    const attachmentIds: string[] = [];
    for (const name of files)
      attachmentIds.push((await givenFile(inbox, { channelId, text: name })).id);
    const review = { type: 'approval', payload: {}, expiresInSeconds: n % 4 === 0 ? 60 : 6000 };
    messages.push(
      await inbox.send({ channelId, text: `${n}`, attachmentIds, ...(n % 2 ? {} : { review }) }),
    );
  }
  for (const { id } of messages.filter((_, n) => n % 6 === 0)) {
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  }
  inbox.clock.advance(61_000);
  const { data } = await listMessages(inbox, inbox.agent, ListMessages.parse({ limit: 100 }));
  return { channels, messages: data.toReversed() };
}

type Asked = {
  limit: number;
  after?: string | undefined;
  cursor?: string | undefined;
  review?: string | undefined;
  has_attachments?: string | undefined;
};

/** The page by the words of the interface, one condition after the other. */
function expected(messages: Message[], scope: Channels, asked: Asked): string[] {
  const { limit, after, cursor, review, has_attachments: files } = asked;
  const found = messages
    .filter(({ channelId }) => scope === 'all' || scope.includes(channelId))
    .filter(
      (one) =>
        review === undefined || one.review?.status === review || (review === 'any' && one.review),
    )
    .filter(({ attachments }) => files === undefined || String(attachments.length > 0) === files)
    .map(({ id }) => id);
  if (after !== undefined) {
    return found
      .filter((id) => id > after && (cursor === undefined || id > cursor))
      .slice(0, limit);
  }
  return found
    .filter((id) => cursor === undefined || id < cursor)
    .toReversed()
    .slice(0, limit);
}

test('contains exactly what was asked for, in the visible channels', async () => {
  await using inbox = await testInbox();
  const { channels, messages } = await fill(inbox);
  const maybe = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined });
  const id = fc.nat(COUNT - 1).map((n) => messages[n]?.id ?? '');
  const asked = fc.record({
    limit: fc.integer({ min: 1, max: 20 }),
    after: maybe(id),
    cursor: maybe(id),
    review: maybe(fc.constantFrom('any', 'pending', 'completed', 'expired')),
    has_attachments: maybe(fc.constantFrom('true', 'false')),
  });
  const scope = fc.oneof(fc.constant('all' as const), fc.subarray(channels));
  const property = fc.asyncProperty(scope, asked, async (channels, query) => {
    const caller = channels === 'all' ? inbox.agent : agentOf(...channels);
    const { data } = await listMessages(inbox, caller, ListMessages.parse(query));
    expect(data.map((message) => message.id)).toEqual(expected(messages, channels, query));
    expect(data).toEqual(data.map(({ id }) => messages.find((one) => one.id === id) as Message));
  });
  await fc.assert(property, { numRuns: 1000 });
  const states = new Set(messages.map((message) => message.review?.status));
  expect(states).toEqual(new Set([undefined, 'pending', 'completed', 'expired']));
});
