import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { splitDraft } from '../../src/dashboard/channel/draft-text.tsx';
import { excerpt, placesOf } from '../../src/dashboard/channel/highlight.tsx';
import { rowsOf } from '../../src/dashboard/channel/rows.ts';
import {
  change,
  emptySpan,
  put,
  refreshed,
  retract,
  type Span,
  trim,
  withNewer,
  withOlder,
} from '../../src/dashboard/channel/span.ts';
import { withExpiry } from '../../src/dashboard/data/apply.ts';
import { testInbox } from '../support/inbox.ts';

await using inbox = await testInbox();
const real = await inbox.send({ text: 'Text' });
const at = '2026-03-04T09:00:00.000Z';
const message = (id: string, more: Partial<Message> = {}): Message => ({
  ...{ ...real, id, createdAt: at, updatedAt: at },
  ...more,
});
const span = (ids: string, more: Partial<Span> = {}): Span => ({
  ...emptySpan,
  messages: [...ids].map((id) => message(id)),
  ...more,
});
const idsOf = ({ messages }: Span) => messages.map(({ id }) => id).join('');

test('pages join at both ends, and what overlaps stands once', () => {
  const older = withOlder(
    span('cd'),
    [...'cba'].map((id) => message(id)),
    true,
  );
  expect([idsOf(older), older.hasOlder]).toEqual(['abcd', true]);
  const newer = withNewer(
    older,
    [...'def'].map((id) => message(id)),
    false,
  );
  expect([idsOf(newer), newer.hasNewer]).toEqual(['abcdef', false]);
});

test('a new message is taken only where the span reaches to it', () => {
  expect(idsOf(put(span('bd'), message('e')))).toBe('bde');
  expect(idsOf(put(span('bd'), message('c')))).toBe('bcd');
  expect(idsOf(put(span('bd', { hasNewer: true }), message('e')))).toBe('bd');
  expect(idsOf(put(span('bd', { hasOlder: true }), message('a')))).toBe('bd');
});

test('late news of what a message was before does not undo what it became', () => {
  const now = put(span(''), message('a', { text: 'now', seq: real.seq + 2 }));
  const late = put(now, message('a', { text: 'before', seq: real.seq + 1 }));
  expect(late.messages[0]?.text).toBe('now');
});

test('what news without a number have changed is not undone by an answer from before them', () => {
  const held = change(span('a'), 'a', (one) => ({ ...one, deliveryStatus: 'webhook_failed' }));
  const late = put(held, message('a', { text: 'as it was sent' }));
  expect(late.messages).toMatchObject([
    { text: 'as it was sent', deliveryStatus: 'webhook_failed' },
  ]);
  const review = { status: 'pending' } as Message['review'];
  const expired = change(put(span(''), message('a', { review })), 'a', withExpiry);
  expect(put(expired, message('a', { review })).messages[0]?.review?.status).toBe('expired');
  const known = put(span('a'), message('a', { deliveryStatus: 'agent_received' }));
  expect(known.messages).toMatchObject([{ deliveryStatus: 'agent_received' }]);
});

test('what is let go of at an end can be read again from there', () => {
  const short = trim(span('abcdef'), 'older', 4);
  expect([idsOf(short), short.hasOlder, short.hasNewer]).toEqual(['cdef', true, false]);
  expect(trim(span('abcdef'), 'newer', 4).hasNewer).toBe(true);
  expect(trim(span('ab'), 'newer', 4).hasNewer).toBe(false);
});

test('after a lost connection, what was retracted is gone, what changed is as it is now, and nothing else', () => {
  const fresh = [message('a'), message('c', { text: 'changed' })];
  const before = span('abcd');
  const since = put(withOlder(before, [message('0')], false), message('e'));
  const after = refreshed(since, before, fresh);
  expect([...after.retracted]).toEqual(['b', 'd']);
  expect([idsOf(after), after.messages[3]?.text]).toEqual(['0abcde', 'changed']);
});

const rows = (given: Span, seen: string | null = null) =>
  rowsOf({ ...given, seen, me: 'me', channelId: 'c', outgoing: [] });

test('drafts stand below what is settled; a retracted message hands its heading on', () => {
  const draft = message('a', { streamState: 'streaming' });
  const drawn = rows({ ...emptySpan, messages: [draft, message('b'), message('c')] });
  expect(drawn.map(({ message: { id } }) => id)).toEqual(['b', 'c', 'a']);
  const [gone, next] = rows(retract(span('bc'), 'b'));
  expect([gone?.isRetracted, gone?.day, next?.isHead]).toEqual([true, null, true]);
  expect(next?.day).toBe(new Date(at).toDateString());
});

test('the mark of what is new stands once, before the first that others sent since', () => {
  const mine = message('b', { senderType: 'user', senderId: 'me' });
  const given = { ...emptySpan, messages: [message('a'), mine, message('c'), message('d')] };
  expect(rows(given, 'a').map((row) => row.isFirstUnread)).toEqual([false, false, true, false]);
  expect(rows(given).some((row) => row.isFirstUnread)).toBe(false);
});

test('words are found literally, and an excerpt shows the first of them', () => {
  expect(placesOf('a.b A.B axb', ['a.b'])).toEqual([
    [0, 3],
    [4, 7],
  ]);
  expect(excerpt(`${'x'.repeat(500)} here`, 'HERE')).toEndWith(' here');
});

test('a draft of a million empty lines is cut at once', () => {
  const lines = '\n'.repeat(1_000_000);
  expect(splitDraft(`${lines}x\n\nthe rest`)).toEqual([`${lines}x`, 'the rest']);
});

test('a long draft is never cut within code', () => {
  const long = 'word '.repeat(500);
  expect(splitDraft(`${long}\n\nthe rest`)).toEqual([long, 'the rest']);
  expect(splitDraft(`${long}\n\`\`\`\na\n\nb`)[0]).toBe('');
});
