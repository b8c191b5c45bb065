import { expect, test } from 'bun:test';
import { createWindow } from '../../src/client/window.ts';
import type { Message } from '../../src/core/messages/schema.ts';

const message = (at: number) => ({ id: String(at).padStart(9, '0'), seq: 1 }) as Message;
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

const asking = (status: string, seq: number) =>
  ({ ...message(1), seq, channelId: 'c', review: { status } }) as Message;
const expiry = { messageId: message(1).id, channelId: 'c' };

test('an expiry while the connection is lost is told as one, once', () => {
  const window = createWindow('0');
  window.reconcile([asking('pending', 1)]);
  expect(window.reconcile([asking('expired', 2)])).toEqual([
    { name: 'review:expired', payload: expiry },
  ]);
  expect(window.isNews('review:expired', expiry)).toBe(false);
});

test('an expiry is told once, and also of a review that nobody has seen', () => {
  const window = createWindow('0');
  expect(window.isNews('review:expired', expiry)).toBe(true);
  window.reconcile([asking('pending', 1)]);
  expect(window.isNews('review:expired', expiry)).toBe(true);
  expect(window.isNews('review:expired', expiry)).toBe(false);
});

const created = (at: number, status?: string) =>
  ({ ...message(at), channelId: 'c', review: status ? { status } : null }) as Message;

test('how a question ends that is older than all that is compared is told', () => {
  const ended: [Message[], object[]][] = [
    [[{ ...created(1, 'completed'), seq: 2 }], [{ name: 'review:responded' }]],
    [[{ ...created(1, 'expired'), seq: 2 }], [{ name: 'review:expired', payload: expiry }]],
    [[], [{ name: 'message:deleted', payload: { id: message(1).id, channelId: 'c' } }]],
    [[created(1, 'pending')], []],
  ];
  for (const [now, told] of ended) {
    const window = createWindow('0');
    window.isNews('message:created', created(1, 'pending'));
    for (let at = 2; at < 1500; at++) window.isNews('message:created', created(at));
    expect(window.waiting()).toEqual([message(1).id]);
    const newer = Array.from({ length: 1000 }, (_, index) => created(500 + index));
    expect(window.reconcile([...now, ...newer])).toMatchObject(told);
    expect(window.waiting()).toHaveLength(told.length === 0 ? 1 : 0);
  }
});

test('a question that has ended is not asked for again', () => {
  const window = createWindow('0');
  for (const at of [1, 2, 3]) window.isNews('message:created', created(at, 'pending'));
  for (let at = 4; at < 1500; at++) window.isNews('message:created', created(at));
  window.isNews('review:responded', { ...created(1, 'completed'), seq: 2 });
  window.isNews('review:expired', { messageId: message(2).id, channelId: 'c' });
  expect(window.waiting()).toEqual([message(3).id]);
  window.isNews('agent:deleted', { id: 'c' });
  expect(window.waiting()).toEqual([]);
  expect(window.reconcile([])).toEqual([]);
});

test('what a draft is while it is read is told once more, and a message but once', () => {
  const window = createWindow('0');
  const draft = { ...created(1), streamId: 'turn', seq: 2 };
  window.reconcile([draft]);
  expect(window.isNews('message:updated', { ...draft, seq: 1 })).toBe(false);
  expect(window.isNews('message:updated', draft)).toBe(true);
  expect(window.isNews('message:created', draft)).toBe(false);
});
