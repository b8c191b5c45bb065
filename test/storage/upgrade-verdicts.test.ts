import { expect, test } from 'bun:test';
import { testMigrating } from '../support/inbox/migrating.ts';

const option = (id: string, style?: string) => ({ id, label: id, ...(style ? { style } : {}) });
const chosen = (selectedOption: string) => ({ selectedOption });
const none = { options: [option('left'), option('right')] };
const plain = { options: [option('no'), option('later'), option('yes')] };
const styled = {
  options: [option('no', 'primary'), option('ok'), option('drop', 'danger'), option('reject')],
};
/** Danger and primary are the same one only where an agent says nonsense. */
const odd = { options: [option('deny', 'primary'), option('no'), option('x', 'ghost')] };

const answers: [type: string, payload: object, response: object][] = [
  ...['no', 'later', 'yes', 'nothing'].map((id) => ['approval', plain, chosen(id)] as never),
  ...['no', 'ok', 'drop', 'reject'].map((id) => ['approval', styled, chosen(id)] as never),
  ...['deny', 'no', 'x'].map((id) => ['approval', odd, chosen(id)] as never),
  ...['left', 'right'].map((id) => ['approval', none, chosen(id)] as never),
  ['diff-review', {}, { verdict: 'approve' }],
  ['diff-review', {}, { verdict: 'request-changes' }],
  ['diff-review', {}, { verdict: 'shrug' }],
  ['text-input', {}, { text: 'Well' }],
  ['text-input', { dismissLabel: 'Skip' }, { _dismissed: true }],
  ['selection', {}, { _dismissed: true }],
  ['freeform', {}, { _dismissed: 1, selectedOption: 'yes' }],
  ['rating', {}, { rating: 5 }],
];

/** By the rules of the version that stored the first verdicts: they stay as they are. */
const verdicts = [
  'rejected',
  'other',
  'approved',
  'other',
  'approved',
  'other',
  'rejected',
  'other',
  'approved',
  'rejected',
  'other',
  'other',
  'other',
  'approved',
  'changes-requested',
  'other',
  'other',
  'dismissed',
  'dismissed',
  'other',
  'other',
];

test('computes the verdict and author of every older answer', async () => {
  await using migrating = testMigrating();
  const { db, migrateUpTo } = migrating;
  await migrateUpTo('0017');
  db.run('pragma foreign_keys = off');
  const insert = db.prepare(`insert into reviews (messageId, channelId, type, status, payload,
    expiresInSeconds, response, respondedAt, respondedBy) values (?, 'c', ?, ?, ?, 60, ?, '2030', ?)`);
  for (const [at, [type, payload, response]] of answers.entries()) {
    const by = JSON.stringify({ id: `u${at}`, name: 'Ada' });
    insert.run(`m${at}`, type, 'completed', JSON.stringify(payload), JSON.stringify(response), by);
  }
  insert.run('pending', 'approval', 'pending', JSON.stringify(plain), null, null);
  const { error } = await migrateUpTo('9');
  expect(error).toBeUndefined();
  const rows = db
    .query<{ messageId: string; verdict: string | null; answeredBy: string | null }, []>(
      'select messageId, verdict, answeredBy from reviews order by rowid',
    )
    .all();
  expect(rows).toEqual([
    ...verdicts.map((verdict, at) => ({ messageId: `m${at}`, verdict, answeredBy: `u${at}` })),
    { messageId: 'pending', verdict: null, answeredBy: null },
  ]);
});
