import { expect, test } from 'bun:test';
import { type Change, changeOf } from '../../src/client/replica/change.ts';
import { conversationOf } from '../../src/client/replica/lists.ts';
import { joined, trimmed, type Window } from '../../src/client/replica/window.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { splitDraft } from '../../src/dashboard/channel/draft-text.tsx';
import { excerpt, placesOf } from '../../src/dashboard/channel/highlight.tsx';
import { rowsOf } from '../../src/dashboard/channel/rows.ts';
import { emptySpan, type Span, withChange } from '../../src/dashboard/channel/span.ts';
import { testInbox } from '../support/inbox/inbox.ts';

await using inbox = await testInbox();
const real = await inbox.send({ text: 'Text' });
const at = '2026-03-04T09:00:00.000Z';
const message = (id: string, more: Partial<Message> = {}): Message => ({
  ...real,
  id,
  channelId: 'c',
  createdAt: at,
  updatedAt: at,
  ...more,
});
const span = (ids: string, more: Partial<Span> = {}): Span => ({
  ...emptySpan,
  messages: [...ids].map((id) => message(id)),
  ...more,
});
const idsOf = ({ messages }: Span) => messages.map(({ id }) => id).join('');

const list = conversationOf('c');
const put = (to: Span, one: Message) => withChange(to, { put: one }, list);
const remove = (from: Span, id: string) => {
  const payload = { id, channelId: 'c', was: { pending: false } };
  return withChange(from, changeOf({ name: 'message:deleted', payload, seq: 9 }) as Change, list);
};
const page = (ids: string, from: string | null, to: string | null): Window => ({
  messages: [...ids].map((id) => message(id)),
  from,
  to,
});

test('joins pages at both ends without duplicates', () => {
  const older = joined(span('cd', { from: 'c', to: 'd' }), page('abc', 'a', 'c'), 'from');
  expect([idsOf(older), older.from, older.to]).toEqual(['abcd', 'a', 'd']);
  const newer = joined(older, page('def', 'd', null), 'to');
  expect([idsOf(newer), newer.from, newer.to]).toEqual(['abcdef', 'a', null]);
});

test('adds a new message only within its reach', () => {
  expect(idsOf(put(span('bd'), message('e')))).toBe('bde');
  expect(idsOf(put(span('bd'), message('c')))).toBe('bcd');
  expect(idsOf(put(span('bd', { to: 'd' }), message('e')))).toBe('bd');
  expect(idsOf(put(span('bd', { from: 'b' }), message('a')))).toBe('bd');
  expect(idsOf(put(span('bd'), message('e', { channelId: 'other' })))).toBe('bd');
});

test('ignores an older version of a message', () => {
  const now = put(span(''), message('a', { text: 'now', seq: real.seq + 2 }));
  const late = put(now, message('a', { text: 'before', seq: real.seq + 1 }));
  expect(late.messages[0]?.text).toBe('now');
});

test("keeps an event's change when an older response arrives", () => {
  const payload = { messageId: 'a', channelId: 'c', deliveryStatus: 'webhook_failed' as const };
  const failed = changeOf({ name: 'message:delivery', payload, seq: real.seq + 1 }) as Change;
  const held = withChange(span('a'), failed, list);
  expect(put(held, message('a')).messages).toMatchObject([{ deliveryStatus: 'webhook_failed' }]);
  const later = message('a', { deliveryStatus: 'agent_received', seq: real.seq + 2 });
  expect(withChange(put(held, later), failed, list).messages).toEqual([later]);
});

test('can load again from where it was trimmed', () => {
  const { placeOf } = list;
  const short = trimmed(span('abcdef'), 'from', { placeOf, largest: 4 });
  expect([idsOf(short), short.from, short.to]).toEqual(['cdef', 'c', null]);
  expect(trimmed(span('abcdef'), 'to', { placeOf, largest: 4 }).to).toBe('d');
  expect(trimmed(span('ab'), 'to', { placeOf, largest: 4 }).to).toBeNull();
});

const rows = (given: Span, seen: string | null = null) =>
  rowsOf({ ...given, hasNewer: given.to !== null, seen, me: 'me', channelId: 'c', outgoing: [] });

test("orders drafts below settled messages, and passes a retracted message's heading on", () => {
  const draft = message('a', { streamState: 'streaming' });
  const drawn = rows({ ...emptySpan, messages: [draft, message('b'), message('c')] });
  expect(drawn.map(({ message: { id } }) => id)).toEqual(['b', 'c', 'a']);
  const [gone, next] = rows(remove(span('bc'), 'b'));
  expect([gone?.isRetracted, gone?.day, next?.isHead]).toEqual([true, null, true]);
  expect(next?.day).toBe(new Date(at).toDateString());
});

test('marks the first unread message by others once', () => {
  const mine = message('b', { senderType: 'user', senderId: 'me' });
  const given = { ...emptySpan, messages: [message('a'), mine, message('c'), message('d')] };
  expect(rows(given, 'a').map((row) => row.isFirstUnread)).toEqual([false, false, true, false]);
  expect(rows(given).some((row) => row.isFirstUnread)).toBe(false);
});

test('matches words literally, and shows the first match in an excerpt', () => {
  expect(placesOf('a.b A.B axb', ['a.b'])).toEqual([
    [0, 3],
    [4, 7],
  ]);
  expect(excerpt(`${'x'.repeat(500)} here`, 'HERE')).toEndWith(' here');
});

test('splits a draft of a million empty lines quickly', () => {
  const lines = '\n'.repeat(1_000_000);
  expect(splitDraft(`${lines}x\n\nthe rest`)).toEqual([`${lines}x`, 'the rest']);
});

test('never splits a long draft within code', () => {
  const long = 'word '.repeat(500);
  expect(splitDraft(`${long}\n\nthe rest`)).toEqual([long, 'the rest']);
  expect(splitDraft(`${long}\n\`\`\`\na\n\nb`)[0]).toBe('');
});
