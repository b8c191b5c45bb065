import { expect, test } from 'bun:test';
import { ListMessages, type Message } from '../../../src/core/messages/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { ListPending } from '../../../src/core/reviews/schema.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending, readEvents } from '../../support/inbox/pages.ts';
import { seeded } from '../../support/machine/random.ts';

const MIB = 1024 * 1024;
const COUNT = 130;

type Read = { data: unknown[]; next: string | null };
type List = (inbox: TestInbox, place: string | null, limit: number) => Promise<Read>;

const messages =
  (query: object): List =>
  async (inbox, cursor, limit) => {
    const list = ListMessages.parse({ ...query, ...(cursor !== null && { cursor }), limit });
    const { data, nextCursor: next } = await listMessages(inbox, inbox.owner, list);
    return { data, next };
  };

const pending =
  (query: object): List =>
  async (inbox, cursor, limit) => {
    const list = ListPending.parse({ ...query, ...(cursor !== null && { cursor }), limit });
    const { data, nextCursor: next } = await listPending(inbox, inbox.owner, list);
    return { data, next };
  };

const events: List = async (inbox, after, limit) => {
  const { data, more, nextAfter } = await readEvents(inbox, inbox.owner, {
    after: Number(after ?? 0),
    limit,
  });
  return { data, next: more ? `${nextAfter}` : null };
};

const lists: Record<string, List> = {
  'all messages': messages({}),
  'messages after one': messages({ after: '0' }),
  'messages that were found': messages({ search: 'word' }),
  'messages that were found after one': messages({ search: 'word', after: '0' }),
  'pending questions': pending({}),
  'pending questions that were found': pending({ search: 'word', order: 'newest' }),
  'events of the log': events,
};

/** Texts, metadata and payloads of any size up to what lists cut, and beyond; some of control characters. */
async function fill(inbox: TestInbox, random: () => number): Promise<Message[]> {
  const { id: channelId } = await inbox.channel();
  const sent: Message[] = [];
  const upTo = (most: number) => Math.floor(random() * most);
  for (let at = 0; at < COUNT; at++) {
    const text = `word ${'\u0001é"x'.repeat(upTo(1500))}`;
    const metadata = { m: 'x'.repeat(upTo(18_000)) };
    const payload = { title: `word ${at}`, more: 'y'.repeat(upTo(18_000)) };
    sent.push(
      await inbox.send({ channelId, text, metadata, review: { type: 'freeform', payload } }),
    );
  }
  return sent;
}

test('ends a page at 1 MiB, but not before 50 items, and lists each item once', async () => {
  await using inbox = await testInbox();
  const sent = (await fill(inbox, seeded(1))).map(({ id }) => id).sort();
  for (const [name, list] of Object.entries(lists)) {
    for (const limit of [100, 60, 7]) {
      const ids: string[] = [];
      let place: string | null = null;
      do {
        const { data, next }: Read = await list(inbox, place, limit);
        const bytes = Buffer.byteLength(JSON.stringify(data));
        const isLast = next === null;
        const isFull = data.length === limit || isLast;
        expect([name, limit, bytes <= MIB || data.length === 50]).toEqual([name, limit, true]);
        expect([name, limit, data.length >= 50 || isFull]).toEqual([name, limit, true]);
        // It ends neither far earlier than it must.
        if (!isFull) expect([name, bytes > 0.9 * MIB]).toEqual([name, true]);
        ids.push(...data.map(idOf).filter((id) => id !== null));
        place = next;
      } while (place !== null);
      expect([name, limit, ids.sort()]).toEqual([name, limit, sent]);
    }
  }
});

function idOf(item: unknown): string | null {
  const { id, messageId } = item as { id?: string; messageId?: string };
  return id ?? messageId ?? null;
}

test('ends a page of ended questions with long answers at 1 MiB', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const text = 'a'.repeat(16_000);
  for (let at = 0; at < 80; at++) {
    const { id } = await inbox.send({
      channelId,
      review: { type: 'text-input', payload: { prompt: 'Why?' } },
    });
    await answerReview(inbox, inbox.owner, id, { text });
  }
  const ended = messages({ review: 'completed', order: 'ended' });
  const first = await ended(inbox, null, 100);
  expect(first.data.length).toBeWithin(50, 66);
  const { data } = await ended(inbox, first.next, 100);
  expect(data).toHaveLength(80 - first.data.length);
});
