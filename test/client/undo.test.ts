/** Answers that can still be undone: the rules of both views, without either. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { endOf } from '../../src/client/replica/ends.ts';
import {
  chosenSince,
  dueBy,
  type Held,
  isSentOn,
  pressOf,
  tooLate,
  undoneBy,
  undoUntil,
  whyNotHeld,
  withHeld,
} from '../../src/client/undo.ts';

const AT = Date.parse('2030-01-01T12:00:00.000Z');
const inMs = (ms: number) => new Date(AT + ms).toISOString();
const approval = { type: 'approval', payload: {} };
const secret = {
  type: 'form',
  payload: { fields: [{ name: 'word', type: 'password', label: 'Password' }] },
};
const text = (length: number) => ({ text: 'x'.repeat(length) });

test.each<[what: string, asked: object, response: object, ms: number, heldMs: number]>([
  ['for as long as the person has set', approval, {}, 5000, 5000],
  ['not at all if they want no undo', approval, {}, 0, 0],
  ['until 2 s before the question expires', { ...approval, expiresAt: inMs(6000) }, {}, 5000, 4000],
  ['not beyond now', { ...approval, expiresAt: inMs(1000) }, {}, 5000, 0],
  ['not if it has a password', secret, { word: 'x' }, 5000, 0],
  ['not if it is larger than a closing page can send', approval, text(61_440), 5000, 0],
  ['if it is as large as that', approval, text(61_440 - '{"text":""}'.length), 5000, 5000],
])('an answer is held %s', (_, asked, response, ms, heldMs) => {
  const review = { expiresAt: null, ...asked } as never;
  expect(undoUntil(review, response as never, AT, ms)).toBe(AT + heldMs);
});

test('says why an answer is not held', () => {
  expect([
    whyNotHeld(secret, {}),
    whyNotHeld(approval, text(70_000)),
    whyNotHeld(approval, {}),
  ]).toEqual(['it contains a password', 'it is larger than 60KiB', undefined]);
});

const held = (id: string, chosenAt: number, more: Partial<Held> = {}): Held => ({
  id,
  channelId: 'c',
  chosenAt,
  dueAt: chosenAt + 5000,
  ...more,
});
const idsOf = (all: readonly Held[]) => all.map(({ id }) => id).join('');
const together = (ids: string, at: number) =>
  [...ids].map((id) => held(id, at, { group: { id: `${at}` } }));

test('replaces an earlier answer to a question, in the order in which they were chosen', () => {
  const all = [held('a', 1), held('b', 2)];
  expect(idsOf(withHeld(all, held('c', 3)))).toBe('abc');
  expect(idsOf(withHeld(all, held('a', 3)))).toBe('ba');
  expect(idsOf(withHeld([held('b', 2)], held('a', 1)))).toBe('ab');
});

test('undoes the newest answer, or that to a question, with all of its press', () => {
  const all = [held('a', 1), ...together('bcd', 2), held('e', 3)];
  expect([idsOf(undoneBy(all)), idsOf(undoneBy(all.slice(0, 4)))]).toEqual(['e', 'bcd']);
  expect([idsOf(undoneBy(all, 'a')), idsOf(undoneBy(all, 'c')), idsOf(undoneBy(all, 'x'))]).toEqual(
    ['a', 'bcd', ''],
  );
  expect(undoneBy([])).toEqual([]);
});

test('undoes what was chosen since an unintended press, newest first', () => {
  const all = [held('a', 1), held('b', 2), held('c', 3)];
  expect([idsOf(chosenSince(all, 2)), idsOf(chosenSince(all, 4))]).toEqual(['cb', '']);
});

test.each([
  ['message:deleted', { id: 'b', channelId: 'c' }, 'b'],
  ['review:expired', { messageId: 'a', channelId: 'c' }, 'a'],
  ['agent:deleted', { id: 'c' }, 'abd'],
])('after %s the answers to its questions are too late', (name, payload, late) => {
  const all = [held('a', 1), held('b', 2), held('d', 3), held('e', 4, { channelId: 'other' })];
  const end = endOf({ name, payload, seq: 9 } as never);
  expect(end && idsOf(tooLate(all, end))).toBe(late);
});

test('sends what is held on leaving, and undoes it on an interruption', () => {
  expect([isSentOn('quit'), isSentOn('closed'), isSentOn('interrupted')]).toEqual([
    true,
    true,
    false,
  ]);
});

type Step = { do: 'choose' | 'together' | 'undo' | 'wait'; at: number };
const step = fc.record<Step>({
  do: fc.constantFrom('choose', 'choose', 'together', 'undo', 'wait'),
  at: fc.nat(6000),
});

test('sends each answer once or undoes it, with all of its press, and holds at most three presses', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(10_000), (steps, undoMs) => {
      let [now, made, waiting]: [number, number, Held[]] = [AT, 0, []];
      const ended = new Map<string, 'sent' | 'undone'>();
      const end = (some: Held[], how: 'sent' | 'undone') => {
        for (const one of some) {
          expect(ended.has(one.id)).toBe(false);
          ended.set(one.id, how);
        }
        waiting = waiting.filter((one) => !some.includes(one));
      };
      for (const { do: what, at } of steps) {
        now += at % 1000;
        if (what === 'wait') now += at;
        else if (what === 'undo') {
          const newest = waiting.at(-1);
          const undone = undoneBy(waiting);
          expect(undone).toEqual(
            waiting.filter((one) => newest && pressOf(one) === pressOf(newest)),
          );
          end(undone, 'undone');
        } else {
          const group = what === 'together' ? { group: { id: `press ${made}` } } : {};
          for (let count = what === 'together' ? 2 + (at % 4) : 1; count > 0; count--) {
            const chosen = held(`${made++}`, now, { dueAt: now + undoMs, ...group });
            waiting = withHeld(waiting, chosen);
          }
        }
        end(dueBy(waiting, now), 'sent');
        expect(new Set(waiting.map(pressOf)).size).toBeLessThanOrEqual(3);
        expect(waiting.every(({ dueAt }) => dueAt > now)).toBe(true);
      }
      end(dueBy(waiting, Number.POSITIVE_INFINITY), 'sent');
      expect([waiting, ended.size]).toEqual([[], made]);
    }),
  );
});
