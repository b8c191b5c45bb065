import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBackup } from '../../src/backup/create.ts';
import { type RestoreOptions, restoreBackup } from '../../src/backup/restore.ts';
import { authenticate } from '../../src/core/access/authenticate.ts';
import { approveDevice, beginDevice } from '../../src/core/access/device.ts';
import { exchangeDeviceCode } from '../../src/core/access/device-grant.ts';
import { createKey, listKeys, revokeKey } from '../../src/core/access/keys.ts';
import { setLocalAnswers } from '../../src/core/access/local-answers.ts';
import { CreateKey, CreateUser, type User } from '../../src/core/access/schema.ts';
import { beginSession, findSession, logIn } from '../../src/core/access/sessions.ts';
import { createToken, removeToken } from '../../src/core/access/tokens.ts';
import { createUser, removeUser, updateUser } from '../../src/core/access/users.ts';
import { faultOf, START } from '../../src/core/audit/chain.ts';
import { compareRecord } from '../../src/core/audit/comparing.ts';
import { record } from '../../src/core/audit/record.ts';
import type { AuditEntry } from '../../src/core/audit/schema.ts';
import { toEntry } from '../../src/core/audit/table.ts';
import { changeByItself } from '../../src/core/change.ts';
import { beginEnrolment, enrol } from '../../src/core/enrolments/enrolments.ts';
import { deleteMessage } from '../../src/core/messages/messages.ts';
import {
  createContact,
  deleteContact,
  listContacts,
  updateContact,
} from '../../src/core/notify/contacts.ts';
import { CreateContact } from '../../src/core/notify/schema.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../src/core/reviews/withdrawing.ts';
import { fingerprint } from '../support/backups/archives.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const quiet = () => {};
const password = 'correct horse';

/** An inbox with backups beside it. */
async function withBackups() {
  const inbox = await testInbox();
  const home = temporaryDirectory();
  return {
    inbox,
    async backup(): Promise<string> {
      const archive = join(home, 'a.tar.gz');
      await createBackup(inbox.data, archive, quiet);
      return archive;
    },
    /** Closes the inbox, restores into its directory and opens that again. */
    async restore(archive: string, options: RestoreOptions = {}) {
      await inbox.close();
      const found = await restoreBackup(inbox.data, archive, quiet, options);
      if (!found) throw new Error('It was asked, and nobody said no');
      return { found, again: await inbox.restart() };
    },
    async [Symbol.asyncDispose]() {
      await inbox[Symbol.asyncDispose]();
      removeDirectory(home);
    },
  };
}

const add = (inbox: TestInbox, name: string, more: object = {}) =>
  createUser(
    inbox,
    inbox.owner,
    CreateUser.parse({ email: `${name}@example.com`, name, password, ...more }),
  );

const keyOf = (inbox: TestInbox, name: string) =>
  createKey(inbox, inbox.owner, CreateKey.parse({ name }));

test('names the keys, tokens and users that a restore reactivates', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const [kept, revoked] = [await keyOf(inbox, 'kept'), await keyOf(inbox, 'revoked')];
  const before = await keyOf(inbox, 'revoked before');
  await revokeKey(inbox, inbox.owner, before.id);
  const laptop = await createToken(inbox, inbox.owner, { name: 'laptop' });
  await createToken(inbox, inbox.owner, { name: 'phone' });
  const names = ['Gone', 'Away', 'Down', 'Changed', 'Same'];
  const people: User[] = [];
  for (const name of names) {
    people.push(await add(inbox, name, name === 'Down' ? { role: 'owner' } : {}));
  }
  const [gone, away, down, changed] = people.map(({ id }) => id);
  const theirs = await createToken(inbox, inbox.owner, {
    name: 'theirs',
    email: 'gone@example.com',
  });
  const archive = await there.backup();
  await revokeKey(inbox, inbox.owner, revoked.id);
  await removeToken(inbox, inbox.owner, laptop.id);
  await removeUser(inbox, inbox.owner, `${gone}`);
  await updateUser(inbox, inbox.owner, `${away}`, { disabled: true });
  await updateUser(inbox, inbox.owner, `${down}`, { role: 'reviewer' });
  await updateUser(inbox, inbox.owner, `${changed}`, { password: 'another horse' });
  await keyOf(inbox, 'later');

  const { found, again } = await there.restore(archive);
  expect(found.unknown).toBeNull();
  expect(found.revived?.keys).toEqual([
    { id: revoked.id, name: 'revoked', prefix: revoked.prefix, since: 'revoked' },
  ]);
  expect(found.revived?.tokens).toEqual([
    expect.objectContaining({ id: laptop.id, since: 'revoked' }),
    { id: theirs.id, name: 'theirs', prefix: theirs.prefix, user: 'Gone', since: 'revoked' },
  ]);
  expect(found.revived?.users.map(({ name, since }) => [name, since])).toEqual([
    ['Gone', 'removed'],
    ['Away', 'disabled'],
    ['Down', 'made a reviewer'],
    ['Changed', 'given another password'],
  ]);
  const keys = await listKeys(again, again.owner);
  expect(keys.filter(({ revokedAt }) => !revokedAt).map(({ id }) => id)).toEqual([
    kept.id,
    revoked.id,
  ]);
  await again.close();
});

test('names the contacts at which a restore allows answers again, and ends all of them if asked', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const contact = async (name: string) => {
    const input = { kind: 'ntfy', address: `https://ntfy.example/${name}`, name };
    return (await createContact(inbox, inbox.owner, CreateContact.parse(input))).contact;
  };
  const [kept, removed, closed] = [
    await contact('kept'),
    await contact('removed'),
    await contact('closed'),
  ];
  const before = await contact('closed-before');
  await updateContact(inbox, inbox.owner, before.id, { answers: false });
  const archive = await there.backup();
  await deleteContact(inbox, inbox.owner, removed.id);
  await updateContact(inbox, inbox.owner, closed.id, { answers: false });
  const { found, again } = await there.restore(archive, { revokeAll: true });
  expect(found.revived?.contacts.map(({ id, since }) => [id, since])).toEqual([
    [removed.id, 'removed'],
    [closed.id, 'no longer allowed to answer'],
  ]);
  const contacts = await listContacts(again, again.owner);
  expect(contacts.map(({ id, answersEnded }) => [id, answersEnded?.by])).toEqual([
    [kept.id, 'restore'],
    [removed.id, 'restore'],
    [closed.id, 'restore'],
    [before.id, undefined],
  ]);
  await again.close();
});

test('ends answers that local answers would have given back', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const input = { kind: 'ntfy', address: 'https://ntfy.example/local' };
  await createContact(inbox, inbox.owner, CreateContact.parse(input));
  await setLocalAnswers(inbox, inbox.owner, 'off');
  const { again } = await there.restore(await there.backup(), { revokeAll: true });
  const [contact] = await listContacts(again, again.owner);
  expect(contact?.answersEnded?.by).toBe('restore');
  await again.close();
});

test('names the questions that a restore makes pending again', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const ask = async () => (await inbox.send({ review: { type: 'approval' } })).id;
  const [answered, retracted, open] = [await ask(), await ask(), await ask()];
  const withdrawn = await ask();
  const before = await ask();
  const approve = { selectedOption: 'approve' };
  await answerReview(inbox, inbox.owner, before, approve);
  const archive = await there.backup();
  await answerReview(inbox, inbox.owner, answered, approve);
  await deleteMessage(inbox, inbox.agent, retracted);
  await withdrawReview(inbox, inbox.agent, withdrawn);
  const { found, again } = await there.restore(archive);
  expect(found.revived?.reviews.map(({ id, since }) => [id, since])).toEqual([
    [answered, 'answered'],
    [retracted, 'retracted'],
    [withdrawn, 'withdrawn'],
  ]);
  await answerReview(again, again.owner, open, approve);
  await again.close();
});

test('ends every session on restore, from the backup and from now', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const sessions = [await beginSession(inbox, inbox.owner.userId)];
  const archive = await there.backup();
  sessions.push(await beginSession(inbox, inbox.owner.userId));
  const { again } = await there.restore(archive);
  for (const session of sessions) expect(await findSession(again, session)).toBeNull();
  await again.close();
});

test('expires a login that was approved before the backup', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const { deviceCode, userCode } = await beginDevice(inbox, { name: 'pi' }, '192.0.2.1');
  await approveDevice(inbox, inbox.owner, userCode);
  const { again } = await there.restore(await there.backup());
  expect(await exchangeDeviceCode(again, deviceCode)).toEqual({ status: 'expired' });
  await again.close();
});

test('ends the codes that connect a machine on restore', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const { code } = await beginEnrolment(inbox, inbox.owner, { client: 'claude' });
  const { again } = await there.restore(await there.backup());
  const from = { visit: { via: 'api', address: null }, isLimited: false } as const;
  const enrolling = enrol(again, { code, client: 'claude', host: 'laptop' }, from);
  expect(enrolling).rejects.toThrow('This code is not valid');
  await enrolling.catch(() => {});
  await again.close();
});

test("ends every key, token and password except the local owner's with --revoke-all", async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const own = { email: 'owner@example.com', password };
  await updateUser(inbox, inbox.owner, inbox.owner.userId, own);
  await add(inbox, 'rita');
  const secrets = [
    (await keyOf(inbox, 'ci')).key,
    (await createToken(inbox, inbox.owner, { name: 't' })).token,
  ];
  const { again } = await there.restore(await there.backup(), { revokeAll: true });
  for (const secret of secrets) expect(await authenticate(again, secret)).toBeNull();
  await logIn(again, own);
  await expect(logIn(again, { email: 'rita@example.com', password })).rejects.toThrow();
  await again.close();
});

test('changes nothing when the user declines or leaves the prompt', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const archive = await there.backup();
  await keyOf(inbox, 'later');
  await inbox.close();
  const before = fingerprint(inbox.data);
  const agree = async () => false;
  expect(await restoreBackup(inbox.data, archive, quiet, { agree })).toBeNull();
  const leaving = async () => {
    throw new Error('left');
  };
  const left = restoreBackup(inbox.data, archive, quiet, { agree: leaving });
  await expect(left).rejects.toThrow('left');
  expect(fingerprint(inbox.data)).toEqual(before);
});

test.each([
  ['is empty', '', 'it is empty'],
  ['is damaged', 'x'.repeat(9000), 'it cannot be read (file is not a database)'],
])('reports a current database that %s and restores all the same', async (_, bytes, says) => {
  await using there = await withBackups();
  const { inbox } = there;
  const archive = await there.backup();
  await inbox.close();
  writeFileSync(join(inbox.data, 'inbox.db'), bytes);
  const { found, again } = await there.restore(archive);
  expect([found.revived, found.unknown]).toEqual([null, says]);
  expect((await auditOf(again)).at(-1)?.detail).toMatchObject({ unknown: says });
  await again.close();
});

test('revives nothing when the current data is from another inbox or missing', async () => {
  await using there = await withBackups();
  await keyOf(there.inbox, 'ci');
  const archive = await there.backup();
  await using other = await withBackups();
  await note(other.inbox, 'of the other');
  const [entry] = (await auditOf(other.inbox)).slice(-1);
  const { found, again } = await other.restore(archive);
  expect([found.revived, found.unknown]).toEqual([null, 'it belongs to another inbox']);
  const brokenOff = { seq: entry?.seq, hash: entry?.hash };
  expect((await auditOf(again)).at(-1)?.detail).toMatchObject({ brokenOff, carriedOver: 0 });
  await again.close();
  rmSync(other.inbox.data, { recursive: true });
  expect(await restoreBackup(other.inbox.data, archive, quiet)).toMatchObject({
    revived: null,
    unknown: null,
    aside: null,
  });
});

test('continues ids and counters above those of both databases', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const kept = await inbox.send({ text: 'Kept' });
  const archive = await there.backup();
  const later = { name: 'later', value: 3 };
  await inbox.store.commit((tx) => tx.insertInto('counters').values(later).execute());
  for (let turn = 0; turn < 40; turn++) await inbox.send({ text: `${turn}` });
  inbox.clock.advance(86_400_000);
  const newest = await inbox.send({ text: 'Restored away' });
  inbox.clock.advance(-86_400_000);
  const { again } = await there.restore(archive);
  const next = await again.send({ text: 'Hi' });
  expect(next.id > newest.id).toBe(true);
  expect(newest.seq).toBeGreaterThan(kept.seq + 40);
  expect(next.seq).toBeGreaterThan(newest.seq);
  const counters = await again.store.read.selectFrom('counters').selectAll().execute();
  expect(counters.find(({ name }) => name === 'later')?.value).toBeGreaterThan(3);
  await again.close();
});

async function auditOf(inbox: TestInbox): Promise<AuditEntry[]> {
  const rows = await inbox.store.read.selectFrom('audit').selectAll().orderBy('seq').execute();
  return rows.map(toEntry);
}

function expectChain(entries: AuditEntry[]): void {
  let before = START;
  for (const entry of entries) {
    expect(faultOf(entry, before)).toBeNull();
    before = entry;
  }
}

const note = (inbox: TestInbox, name: string) =>
  changeByItself(inbox, (change) =>
    record(change, inbox.owner, {
      action: 'setting.changed',
      subject: { kind: 'setting', id: null, name },
    }),
  );

test('keeps audit entries written after the backup and records the restore', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  await note(inbox, 'before');
  const archive = await there.backup();
  for (const name of ['after', 'later']) await note(inbox, name);
  const all = await auditOf(inbox);
  const { again } = await there.restore(archive, { revokeAll: true });
  const entries = await auditOf(again);
  expectChain(entries);
  expect(entries.slice(0, all.length)).toEqual(all);
  expect(entries.slice(all.length)).toMatchObject([
    {
      action: 'backup.restored',
      actor: { kind: 'local' },
      subject: { kind: 'backup', name: 'a.tar.gz' },
      detail: { revokeAll: true, carriedOver: expect.any(Number), brokenOff: null },
    },
  ]);
  await note(again, 'goes on');
  expectChain(await auditOf(again));
  await again.close();
});

test('compares no answer that a restore took back with its entry', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  const { id } = await inbox.send({ review: { type: 'approval' } });
  const archive = await there.backup();
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const { again } = await there.restore(archive);
  const before = { seq: expect.any(Number), messageId: id, why: 'restored' as const };
  const restored = { compared: 0, different: [], incomparable: [before], nextCursor: null };
  expect(await compareRecord(again, again.owner, {})).toEqual(restored);
  await answerReview(again, again.owner, id, { selectedOption: 'reject' });
  const page = await compareRecord(again, again.owner, {});
  expect(page).toEqual({ ...restored, compared: 1, nextCursor: expect.any(String) });
  const rest = await compareRecord(again, again.owner, { cursor: page.nextCursor ?? '' });
  expect(rest).toMatchObject({ different: [], incomparable: [], nextCursor: null });
  await again.close();
});

test('records where the audit log diverged when the backup is not part of it', async () => {
  await using there = await withBackups();
  const { inbox } = there;
  await note(inbox, 'before');
  const archive = await there.backup();
  await inbox.store.commit((tx) => tx.deleteFrom('audit').where('seq', '>', 0).execute());
  await inbox.store.commit((tx) => tx.deleteFrom('state').execute());
  await note(inbox, 'a forgery');
  const [forged] = await auditOf(inbox);
  const { again } = await there.restore(archive);
  const entries = await auditOf(again);
  expectChain(entries);
  const { seq, hash } = forged ?? {};
  expect(entries.at(-1)?.detail).toMatchObject({ brokenOff: { seq, hash }, carriedOver: 0 });
  expect(entries.map(({ subject }) => subject.name)).not.toContain('a forgery');
  await again.close();
});
