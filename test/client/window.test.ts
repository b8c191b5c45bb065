import { expect, test } from 'bun:test';
import { createWindow } from '../../src/client/window.ts';
import type { Message } from '../../src/core/messages/schema.ts';

const message = (at: number) => ({ id: String(at).padStart(9, '0'), updatedAt: '' }) as Message;
const messages = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => message(from + index));

test('older messages that come into sight late are told once, and never as deleted', async () => {
  const window = createWindow('0');
  window.reconcile(messages(5000, 500));
  // A person is given another channel, and the connection is lost for a moment.
  expect(window.reconcile([...messages(1000, 100), ...messages(5000, 500)])).toHaveLength(100);
  for (const created of messages(6000, 950)) window.isNews('message:created', created);
  const there = [...messages(1000, 100), ...messages(5000, 500), ...messages(6000, 950)];
  const floor = await window.floor(async () => '');
  expect(window.reconcile(there.filter(({ id }) => id > floor))).toEqual([]);
});

test('what is deleted while the connection is lost is told as deleted', async () => {
  const window = createWindow('0');
  window.reconcile(messages(1, 1500));
  const floor = await window.floor(async () => '');
  const now = messages(1, 1500).filter(({ id }) => id > floor && id !== message(1400).id);
  expect(window.reconcile(now)).toMatchObject([
    { name: 'message:deleted', payload: { id: message(1400).id } },
  ]);
});

const asking = (status: string, updatedAt: string) =>
  ({ ...message(1), updatedAt, channelId: 'c', review: { status } }) as Message;
const expiry = { messageId: message(1).id, channelId: 'c' };

test('an expiry while the connection is lost is told as one, once', () => {
  const window = createWindow('0');
  window.reconcile([asking('pending', '1')]);
  expect(window.reconcile([asking('expired', '2')])).toEqual([
    { name: 'review:expired', payload: expiry },
  ]);
  expect(window.isNews('review:expired', expiry)).toBe(false);
});

test('an expiry is told once, and also of a review that nobody has seen', () => {
  const window = createWindow('0');
  expect(window.isNews('review:expired', expiry)).toBe(true);
  window.reconcile([asking('pending', '1')]);
  expect(window.isNews('review:expired', expiry)).toBe(true);
  expect(window.isNews('review:expired', expiry)).toBe(false);
});
