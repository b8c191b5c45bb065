import { expect, test } from 'bun:test';
import { theInbox } from '../../../src/core/audit/action.ts';
import { pruneAudit } from '../../../src/core/audit/prune.ts';
import { record } from '../../../src/core/audit/record.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { entriesOf, faultOf } from '../../support/inbox/audit.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const note = (inbox: TestInbox, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      changeByItself(inbox, (change) =>
        record(change, theInbox, {
          action: 'setting.changed',
          subject: { kind: 'setting', id: null, name: `${at}` },
        }),
      ),
    ),
  );

test('deletes expired entries in batches and records it, leaving a valid chain', async () => {
  await using inbox = await testInbox({ auditKeepMs: 30 * DAY_MS });
  await note(inbox, 2500);
  inbox.clock.advance(20 * DAY_MS);
  await note(inbox, 10);
  inbox.clock.advance(11 * DAY_MS);
  const groups = () => inbox.store.commits().groupsOf.reduce((sum, count) => sum + count, 0);
  const before = groups();
  await pruneAudit(inbox);
  expect(groups() - before).toBeGreaterThanOrEqual(4);
  const entries = await entriesOf(inbox);
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, at) => 2501 + at));
  expect(entries.at(-1)).toMatchObject({
    action: 'audit.pruned',
    actor: { kind: 'system' },
    detail: { count: 2500, through: { seq: 2500, hash: entries[0]?.previous } },
  });
  const stored = inbox.store.read.selectFrom('audit').select('seq').execute();
  expect((await stored).length).toBe(11);
  expect(await faultOf(inbox)).toBeNull();
  await pruneAudit(inbox);
  expect((await entriesOf(inbox)).length).toBe(11);
});

test('always keeps the newest entry, and does not grow by its own entries', async () => {
  await using inbox = await testInbox({ auditKeepMs: DAY_MS });
  await note(inbox, 3);
  for (let day = 0; day < 5; day++) {
    inbox.clock.advance(2 * DAY_MS);
    await pruneAudit(inbox);
  }
  const entries = await entriesOf(inbox);
  expect(entries.length).toBeLessThanOrEqual(2);
  expect(entries.at(-1)?.seq).toBeLessThanOrEqual(5);
  expect(await faultOf(inbox)).toBeNull();
});

test('deletes nothing without a retention time', async () => {
  await using inbox = await testInbox();
  await note(inbox, 3);
  inbox.clock.advance(10_000 * DAY_MS);
  await pruneAudit(inbox);
  expect((await entriesOf(inbox)).length).toBe(3);
});

test('reports older entries that were removed without pruning', async () => {
  await using inbox = await testInbox({ auditKeepMs: 30 * DAY_MS });
  await note(inbox, 10);
  inbox.clock.advance(31 * DAY_MS);
  await note(inbox, 10);
  await pruneAudit(inbox);
  await inbox.store.commit((tx) => tx.deleteFrom('audit').where('seq', '<', 15).execute());
  expect(await faultOf(inbox)).toBe(
    'the entries up to 14 are missing, and no pruning is recorded that removed them',
  );
});
