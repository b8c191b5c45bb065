/** Compares stored decisions with their entries in the audit log. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { compareRecord } from '../../../src/core/audit/comparing.ts';
import { record } from '../../../src/core/audit/record.ts';
import type { RecordComparison } from '../../../src/core/audit/schema.ts';
import { digestOf } from '../../../src/core/canonical.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { type JsonObject, parseJson } from '../../../src/core/json.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { DIGEST_RULES, digestOfAnswer } from '../../../src/core/reviews/digests.ts';
import { answerReview, listPending } from '../../../src/core/reviews/reviews.ts';
import { toTimestamp } from '../../../src/core/time.ts';
import { entriesOf } from '../../support/inbox/audit.ts';
import { givenFile } from '../../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const fields = [
  { name: 'pin', label: 'PIN', type: 'password' },
  { name: 'sum', label: 'Sum', type: 'number' },
];
const odd = 'Lö\u202esch "alles"? \u2028 🦊';
const numbers = parseJson('{"big": 9007199254740993.5, "list": [1e21, -0, 0.1]}') as JsonObject;
const RATED = createHash('sha256').update('{"a":"ü","b":[1e+21,0]}').digest('hex');

let inbox: TestInbox;
let fileId: string;
const ids = { approval: '', form: '', automatic: '', freeform: '' };
beforeAll(async () => {
  inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  fileId = (await givenFile(inbox, { channelId })).id;
  const ask = async (review: object, more: object = {}) =>
    (await inbox.send({ channelId, text: odd, review: review as never, ...more })).id;
  const answer = (id: string, given: JsonObject) => answerReview(inbox, inbox.owner, id, given);
  ids.approval = await ask({ type: 'approval' }, { attachmentIds: [fileId] });
  await answer(ids.approval, { selectedOption: 'reject' });
  ids.form = await ask({ type: 'form', payload: { fields } });
  await answer(ids.form, { pin: '4711', sum: 0.1 });
  ids.freeform = await ask({ type: 'freeform', payload: { title: '\ud83e lone' } });
  await answer(ids.freeform, { note: '\ud83e', ...numbers });
  const byItself = { default: { selectedOption: 'reject' }, expiresInSeconds: 1 };
  ids.automatic = await ask({ type: 'approval', ...byItself });
  inbox.clock.advance(2000);
  await listPending(inbox, inbox.owner);
  inbox = await inbox.restart();
});
afterAll(() => inbox[Symbol.asyncDispose]());

async function compared(of: TestInbox = inbox) {
  const found = { compared: 0, different: [], incomparable: [] } as Omit<
    RecordComparison,
    'nextCursor'
  >;
  let cursor: string | undefined;
  do {
    const page = await compareRecord(of, of.owner, { cursor });
    found.compared += page.compared;
    found.different.push(...page.different);
    found.incomparable.push(...page.incomparable);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

test('finds nothing different in decisions of every kind', async () => {
  expect(await compared()).toEqual({ compared: 4, different: [], incomparable: [] });
});

type Table = 'messages' | 'reviews' | 'attachments';
const by = (parts: object) =>
  JSON.stringify({ id: 'x', name: 'Ann', via: 'terminal', credential: 'local', ...parts });

const changes: [id: keyof typeof ids, table: Table, set: object, what: string][] = [
  ['approval', 'messages', { text: 'Delete?' }, 'question'],
  ['approval', 'messages', { text: null }, 'question'],
  ['approval', 'reviews', { payload: '{"options":[]}' }, 'question'],
  ['freeform', 'reviews', { payload: '{' }, 'question,answer'],
  ['approval', 'reviews', { questionDigest: '0'.repeat(64) }, 'question'],
  ['approval', 'attachments', { sha256: '0'.repeat(64) }, 'question'],
  ['approval', 'attachments', { filename: 'other.txt' }, 'question'],
  ['approval', 'attachments', { messageId: null }, 'question'],
  ['approval', 'reviews', { response: '{"selectedOption":"approve"}' }, 'answer'],
  ['approval', 'reviews', { response: '{"selectedOption":' }, 'answer'],
  ['approval', 'reviews', { response: '[]' }, 'answer'],
  ['approval', 'reviews', { verdict: 'approved' }, 'answer'],
  ['approval', 'reviews', { answerDigest: null }, 'answer'],
  ['approval', 'reviews', { response: null }, 'answer'],
  ['approval', 'reviews', { status: 'expired' }, 'answer'],
  ['approval', 'reviews', { respondedBy: by({}) }, 'who'],
  ['approval', 'reviews', { respondedBy: null }, 'who'],
  ['approval', 'reviews', { respondedBy: 'Ann' }, 'who'],
  ['approval', 'reviews', { answeredBy: 'x' }, 'who'],
  ['approval', 'reviews', { respondedAt: '2030-01-01T00:00:00.000Z' }, 'who'],
  ['form', 'reviews', { response: '{"pin":"4711","sum":0.2}' }, 'answer'],
  ['freeform', 'reviews', { response: '{"note":"x"}' }, 'answer'],
  ['automatic', 'reviews', { respondedBy: by({}) }, 'who'],
  ['automatic', 'reviews', { response: '{"selectedOption":"approve"}' }, 'answer'],
];

/** Like a person who has the database file; returns what undoes it. */
async function tamper(table: Table, id: string, set: object): Promise<() => Promise<void>> {
  const key = table === 'reviews' ? 'messageId' : 'id';
  const { read } = inbox.store;
  const before = await read
    .selectFrom(table as 'messages')
    .select(Object.keys(set) as 'id'[])
    .where(key as 'id', '=', id)
    .executeTakeFirstOrThrow();
  const write = async (columns: object) =>
    void (await inbox.store.commit((tx) =>
      tx
        .updateTable(table as 'messages')
        .set(columns)
        .where(key as 'id', '=', id)
        .execute(),
    ));
  await write(set);
  return () => write(before);
}

test.each(changes)(
  'finds each change of what is stored of a decision: %s, %s %j',
  async (name, table, set, what) => {
    const id = ids[name];
    const undo = await tamper(table, table === 'attachments' ? fileId : id, set);
    const different = [{ seq: expect.any(Number), messageId: id, what: what.split(',') as never }];
    expect(await compared()).toEqual({ compared: 4, different, incomparable: [] });
    await undo();
    expect((await compared()).different).toEqual([]);
  },
);

test('finds an answer that no entry records', async () => {
  const { id } = await inbox.send({ review: { type: 'approval' } });
  const given = { response: '{"selectedOption":"approve"}', verdict: 'approved' };
  const respondedAt = toTimestamp(inbox.now());
  const undo = await tamper('reviews', id, { status: 'completed', ...given, respondedAt });
  const { different } = await compared();
  expect(different).toEqual([{ seq: null, messageId: id, what: ['entry'] }]);
  await undo();
  const early = { status: 'completed', ...given, respondedAt: '2029-01-01T00:00:00.000Z' };
  const undoEarly = await tamper('reviews', id, early);
  expect(await compared()).toMatchObject({
    different: [],
    incomparable: [{ seq: null, messageId: id, why: 'older' }],
  });
  await undoEarly();
});

test('names what it cannot compare: a deleted question, and an entry from an older version', async () => {
  const { id } = await inbox.send({ review: { type: 'approval' } });
  const { length } = await entriesOf(inbox);
  await changeByItself(inbox, (change) =>
    record(change, inbox.owner, {
      action: 'review.answered',
      subject: { kind: 'message', id: ids.approval, name: null },
      detail: { questionDigest: '0'.repeat(64), answerDigest: '0'.repeat(64) },
    }),
  );
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await deleteMessage(inbox, inbox.agent, id);
  expect(await compared()).toEqual({
    compared: 4,
    different: [],
    incomparable: [
      { seq: length + 1, messageId: ids.approval, why: 'older' },
      { seq: length + 2, messageId: id, why: 'deleted' },
    ],
  });
});

test('makes digests by the rules that entries name, whatever the version', () => {
  // These are stored wherever answers are: other digests need another number of the rules.
  expect(DIGEST_RULES).toBe(1);
  const review = { type: 'form', payload: { fields } };
  const answers: [review: typeof review, answer: JsonObject, digest: string][] = [
    [review, { pin: '4711', sum: 0.1 }, digestOf({ pin: '***', sum: 0.1 })],
    [{ ...review, type: 'freeform' }, { pin: '4711' }, digestOf({ pin: '4711' })],
    [{ ...review, type: 'rating' }, { b: [1e21, -0], a: 'ü' }, RATED],
  ];
  for (const [asked, answer, digest] of answers) {
    expect(digestOfAnswer(asked, answer)).toBe(digest);
  }
});
