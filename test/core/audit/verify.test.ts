import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { theInbox } from '../../../src/core/audit/action.ts';
import { START } from '../../../src/core/audit/chain.ts';
import { record } from '../../../src/core/audit/record.ts';
import { changeByItself } from '../../../src/core/change.ts';
import type { Row } from '../../../src/storage/tables.ts';
import { entriesOf, faultOf } from '../../support/inbox/audit.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const ENTRIES = 12;
type Rows = Row<'audit'>[];

async function inboxWithEntries() {
  const inbox = await testInbox();
  for (let at = 0; at < ENTRIES; at++) {
    const subject = { kind: 'setting' as const, id: at % 3 ? `${at}` : null, name: 'port' };
    await changeByItself(inbox, (change) =>
      record(change, at % 2 ? inbox.owner : theInbox, {
        action: 'setting.changed',
        subject,
        detail: { from: at, to: [at, { more: 'ü' }] },
      }),
    );
    inbox.clock.advance(1000);
  }
  return inbox;
}

/** Like a person who has the database file. */
const replace = (inbox: TestInbox, rows: Rows) =>
  inbox.store.commit(async (tx) => {
    await tx.deleteFrom('audit').execute();
    for (const row of rows) await tx.insertInto('audit').values(row).execute();
  });

const at = fc.nat({ max: ENTRIES - 1 });
const column = fc.constantFrom<(keyof Row<'audit'>)[]>(
  'at',
  'action',
  'actorKind',
  'actorId',
  'actorName',
  'via',
  'address',
  'subjectKind',
  'subjectId',
  'subjectName',
  'detail',
  'previous',
  'hash',
);
const required = ['at', 'action', 'actorKind', 'subjectKind', 'detail', 'previous', 'hash'];

/** Each changes the rows, and says which entry is the first invalid one. */
const tamperings = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), at, column, text: fc.option(fc.string()) }),
  fc.record({ kind: fc.constant('remove' as const), at, last: at }),
  fc.record({ kind: fc.constant('swap' as const), at, other: at }),
  fc.record({ kind: fc.constant('insert' as const), at, copy: at }),
);

type Tampering = typeof tamperings extends fc.Arbitrary<infer T> ? T : never;

function tampered(rows: Rows, how: Tampering): { rows: Rows; first: number } {
  const seqOf = (index: number) => rows[index]?.seq ?? 0;
  const low = (other: number) => Math.min(how.at, other);
  if (how.kind === 'change') {
    const text = how.text ?? (required.includes(how.column) ? '' : null);
    const changed = rows.map((row, index) =>
      index === how.at ? { ...row, [how.column]: text } : row,
    );
    return { rows: changed as Rows, first: seqOf(how.at) };
  }
  if (how.kind === 'remove') {
    const [from, to] = [low(how.last), Math.max(how.at, how.last)];
    return { rows: rows.filter((_, index) => index < from || index > to), first: seqOf(from) };
  }
  if (how.kind === 'swap') {
    const other = rows[how.other] as Rows[number];
    const swapped = rows.map((row, index) => {
      if (index === how.at) return { ...other, seq: row.seq };
      return index === how.other ? { ...(rows[how.at] as typeof row), seq: row.seq } : row;
    });
    return { rows: swapped, first: seqOf(low(how.other)) };
  }
  const [before, after] = [rows.slice(0, how.at), rows.slice(how.at)];
  const copy = { ...(rows[how.copy] as Rows[number]), seq: seqOf(how.at) };
  const moved = after.map((row) => ({ ...row, seq: row.seq + 1 }));
  return { rows: [...before, copy, ...moved], first: seqOf(how.at) };
}

test('finds any change, removal, swap or insertion at the entry where it begins', async () => {
  await using inbox = await inboxWithEntries();
  const rows = await inbox.store.read.selectFrom('audit').selectAll().orderBy('seq').execute();
  expect(rows.length).toBe(ENTRIES);
  expect(await faultOf(inbox)).toBeNull();
  await fc.assert(
    fc.asyncProperty(tamperings, async (how) => {
      const made = tampered(rows, how);
      // A change to what it is, and a swap with itself.
      fc.pre(JSON.stringify(made.rows) !== JSON.stringify(rows));
      await replace(inbox, made.rows);
      const fault = await faultOf(inbox);
      expect(fault).not.toBeNull();
      if (how.kind === 'remove' && made.first === 1 && made.rows.length > 0) {
        return expect(fault).toContain('no pruning is recorded');
      }
      // A copy of an entry is in its position.
      const isCopy = how.kind === 'insert' && how.at === how.copy;
      expect(fault).toContain(`entry ${made.first + Number(isCopy)} `);
    }),
    { numRuns: 80 },
  );
  await replace(inbox, rows);
  expect(await faultOf(inbox)).toBeNull();
}, 60_000);

test('detects the removal of the newest entry, before and after the next one', async () => {
  await using inbox = await inboxWithEntries();
  await inbox.store.commit((tx) => tx.deleteFrom('audit').where('seq', '=', ENTRIES).execute());
  expect(await faultOf(inbox)).toBe(`entry ${ENTRIES} is missing`);
  await inbox.channel();
  expect(await faultOf(inbox)).toBe(`entry ${ENTRIES} is missing`);
});

test('detects a rebuilt chain by a hash that an owner kept', async () => {
  await using inbox = await inboxWithEntries();
  const kept = (await entriesOf(inbox))[4]?.hash;
  expect(await faultOf(inbox, kept)).toBeNull();
  expect(await faultOf(inbox, START.hash)).toBeNull();
  expect(await faultOf(inbox, 'f'.repeat(64))).toBe(`no entry has the hash ${'f'.repeat(64)}`);
});
