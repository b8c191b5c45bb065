import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { theInbox } from '../../../src/core/audit/action.ts';
import { faultOf, hashOf, START } from '../../../src/core/audit/chain.ts';
import { record } from '../../../src/core/audit/record.ts';
import type { AuditEntry } from '../../../src/core/audit/schema.ts';
import { toEntry } from '../../../src/core/audit/table.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { canonicalJson } from '../../../src/core/json.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const act = (name: string) => ({
  action: 'setting.changed' as const,
  subject: { kind: 'setting' as const, id: null, name },
});

async function entriesOf(inbox: TestInbox): Promise<AuditEntry[]> {
  const rows = await inbox.store.read.selectFrom('audit').selectAll().orderBy('seq').execute();
  return rows.map(toEntry);
}

function expectChain(entries: AuditEntry[]) {
  let before = START;
  for (const entry of entries) {
    expect(faultOf(entry, before)).toBeNull();
    before = entry;
  }
}

test('chains entries of one commit without a gap, even when a change among them fails', async () => {
  await using inbox = await testInbox();
  const start = (await entriesOf(inbox)).length;
  const settled = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      changeByItself(inbox, async (change) => {
        await record(change, inbox.owner, act(`${index}`));
        if (index % 7 === 3) throw new Error('not this one');
      }),
    ),
  );
  const entries = await entriesOf(inbox);
  expect(entries.length - start).toBe(
    settled.filter(({ status }) => status === 'fulfilled').length,
  );
  expectChain(entries);
});

test("records a change's entries in order, and those of its consequences last", async () => {
  await using inbox = await testInbox();
  const by = inbox.owner;
  inbox.bus.within('agent:deleted', async ({ emit }, { id }) => {
    emit('audited', { by: theInbox, ...act(`after ${id}`) });
  });
  const start = (await entriesOf(inbox)).length;
  await changeByItself(inbox, async ({ emit }) => {
    emit('agent:deleted', { id: 'a' });
    emit('audited', { by, ...act('one') });
    emit('agent:deleted', { id: 'b' });
    emit('audited', { by, ...act('two') });
  });
  const entries = await entriesOf(inbox);
  const made = entries.slice(start).map(({ subject, actor }) => [subject.name, actor.kind]);
  expect(made).toEqual([
    ['one', 'local'],
    ['two', 'local'],
    ['after a', 'system'],
    ['after b', 'system'],
  ]);
  expectChain(entries);
});

test('fails a change that cannot be recorded', async () => {
  await using inbox = await testInbox();
  const before = await entriesOf(inbox);
  inbox.bus.within('audited', async () => {
    throw new Error('no room');
  });
  await expect(inbox.channel()).rejects.toThrow('no room');
  expect(await inbox.store.read.selectFrom('channels').selectAll().execute()).toEqual([]);
  expect(await entriesOf(inbox)).toEqual(before);
});

test('continues the chain after a restart', async () => {
  await using inbox = await testInbox();
  await changeByItself(inbox, (change) => record(change, theInbox, act('one')));
  const again = await inbox.restart();
  await changeByItself(again, (change) => record(change, again.agent, act('two')));
  expectChain(await entriesOf(again));
  await again.close();
});

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }));
const entry = fc.record({
  seq: fc.constant(1),
  at: fc.constant('2030-01-02T12:00:00.000Z'),
  action: text,
  actor: fc.record({ kind: text, id: fc.option(text), name: fc.option(text) }),
  via: fc.option(text),
  address: fc.option(text),
  subject: fc.record({ kind: text, id: fc.option(text), name: fc.option(text) }),
  detail: fc.dictionary(text, fc.jsonValue()),
  previous: fc.constant(START.hash),
});

test('includes every field in the hash', () => {
  fc.assert(
    fc.property(entry, entry, (one, other) => {
      const same = canonicalJson(one) === canonicalJson(other);
      expect(hashOf(one) === hashOf(other)).toBe(same);
      expect(faultOf({ ...one, hash: hashOf(one) }, START)).toBeNull();
      if (!same)
        expect(faultOf({ ...one, hash: hashOf(other) }, START)).toBe('entry 1 was changed');
    }),
  );
});

test('writes canonical JSON that ignores the order of keys and parses to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = JSON.parse(canonicalJson(value));
      expect(canonicalJson(read)).toBe(canonicalJson(value));
      expect(read).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: 1.0 })).toBe(
    '{"a":1,"b":[1,{"c":"é","d":null}]}',
  );
});
