/** A stored verdict stays, though the rules have changed since and lists cut payloads. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { signOf } from '../../../src/cli/layout/verdict.ts';
import { loggedOf } from '../../../src/cli/logged.ts';
import { messagesOf } from '../../../src/client/replica/lists.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { exportEnded } from '../../../src/core/ended/export.ts';
import { ExportEnded } from '../../../src/core/ended/schema.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { getMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages, type Message } from '../../../src/core/messages/schema.ts';
import { decidedWord } from '../../../src/core/reviews/kinds/answer-words.ts';
import { type Verdict, verdicts } from '../../../src/core/reviews/kinds/kind-words.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { endingOf } from '../../../src/dashboard/reviews/verdict.tsx';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';

const unclear = [
  { id: 'delete', label: 'Delete', style: 'danger' },
  { id: 'keep', label: 'Keep' },
];
const named = [
  { id: 'go', label: 'Go', style: 'primary' },
  { id: 'reject', label: 'Yes, but later', decision: 'allow' },
  { id: 'stop', label: 'No' },
];
/** A list shows at most 16 KiB of a payload. */
const long = { options: named, details: 'x'.repeat(20_000) };

/** The verdict that an older version stored, or null for the one of this version. */
const rows: [payload: JsonObject, chosen: string, older: Verdict | null, verdict: Verdict][] = [
  [{ options: unclear }, 'delete', 'approved', 'approved'],
  [{ options: unclear }, 'keep', 'rejected', 'rejected'],
  [{ options: unclear }, 'keep', null, 'other'],
  [{ options: named }, 'reject', 'rejected', 'rejected'],
  [long, 'go', null, 'other'],
  [long, 'reject', null, 'approved'],
  [long, 'stop', null, 'rejected'],
  [{ ...long, options: unclear }, 'keep', 'approved', 'approved'],
];

let inbox: TestInbox;
const expected = new Map<string, Verdict>();
beforeAll(async () => {
  inbox = await testInbox();
  for (const [payload, selectedOption, older, verdict] of rows) {
    const { id } = await inbox.send({ review: { type: 'approval', payload } });
    await answerReview(inbox, inbox.owner, id, { selectedOption });
    expected.set(id, verdict);
    if (older === null) continue;
    await changeByItself(inbox, ({ tx }) =>
      tx.updateTable('reviews').set({ verdict: older }).where('messageId', '=', id).execute(),
    );
  }
  inbox = await inbox.restart();
});
afterAll(() => inbox[Symbol.asyncDispose]());

const ended = { review: 'completed', order: 'ended' } as const;
const listed = async (filter: { verdict?: Verdict[] } = {}) =>
  (await listMessages(inbox, inbox.owner, ListMessages.parse({ ...ended, ...filter }))).data;
const verdictsOf = (messages: Message[]) =>
  new Map(messages.map(({ id, review }) => [id, review?.verdict]));

test('a question alone and in a list has its stored verdict', async () => {
  const list = await listed();
  expect(list.filter(({ truncated }) => truncated)).toHaveLength(4);
  expect(verdictsOf(list)).toEqual(expected);
  const alone = [...expected.keys()].map((id) => getMessage(inbox, inbox.agent, id));
  expect(verdictsOf(await Promise.all(alone))).toEqual(expected);
});

test.each(verdicts.map((verdict) => [verdict]))(
  'a filter for %p and a client that follows agree',
  async (verdict) => {
    const ids = [...expected].filter(([, one]) => one === verdict).map(([id]) => id);
    expect((await listed({ verdict: [verdict] })).map(({ id }) => id)).toEqual(ids.toReversed());
    const { fits } = messagesOf({ ...ended, verdict: [verdict] });
    expect((await listed()).filter(fits).map(({ id }) => id)).toEqual(ids.toReversed());
  },
);

test('an export has it', async () => {
  const found = new Map<string, Verdict | null>();
  for await (const one of await exportEnded(inbox, inbox.owner, ExportEnded.parse({}))) {
    found.set(one.id, one.verdict);
  }
  expect(found).toEqual(expected);
});

const signs: Partial<Record<Verdict, [sign: string, word: string]>> = {
  approved: ['✓', 'Approved'],
  rejected: ['✗', 'Rejected'],
};

test('the signs and words of both views follow it', async () => {
  for (const { id, review } of await listed()) {
    if (!review) throw new Error(`${id} asks nothing`);
    const verdict = expected.get(id) ?? 'other';
    const chosen = `${review.response?.selectedOption}`;
    const [sign, word] = signs[verdict] ?? ['•', expect.any(String)];
    expect(endingOf(review)).toBe(verdict);
    expect([chosen, signOf(review), decidedWord(review)]).toEqual([chosen, sign, word]);
    expect(loggedOf(id, '', review).sign).toBe(sign);
  }
});
