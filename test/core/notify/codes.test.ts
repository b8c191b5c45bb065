import { expect, test } from 'bun:test';
import type { Human } from '../../../src/core/access/callers.ts';
import { listAudit } from '../../../src/core/audit/list.ts';
import { ListAudit } from '../../../src/core/audit/schema.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { createContact, deleteContact, listContacts } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { drawCode, keepCode, testContact, verifyByCode } from '../../../src/core/notify/verify.ts';
import { reviewerOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const ways = { smtpUrl: 'smtp://127.0.0.1:1', smtpFrom: 'inbox@example.com' };
const MINUTE_MS = 60_000;

const add = async (inbox: TestInbox, person: Human, address = 'ann@example.com') => {
  const input = CreateContact.parse({ kind: 'email', address });
  return (await createContact(inbox, person, input)).contact;
};

/** The codes that are sent to a contact, the oldest first. */
async function codesOf(inbox: TestInbox, contactId: string): Promise<string[]> {
  const db = inbox.store.read;
  const sent = db.selectFrom('notices').select('id').where('contactId', '=', contactId);
  const ids = (await sent.orderBy('id').execute()).map(({ id }) => id);
  return Promise.all(
    ids.map(async (id) => {
      const one = await drawCode();
      return changeByItself(inbox, (change) => keepCode(change, id, one));
    }),
  );
}

const wrong = { details: { issues: [{ path: ['code'] }] } };

test('verifies a contact by an earlier code within 15 minutes, and by none afterwards', async () => {
  await using inbox = await testInbox({ ways });
  const { owner } = inbox;
  const { id } = await add(inbox, owner);
  inbox.clock.advance(10 * MINUTE_MS);
  await testContact(inbox, owner, id);
  const [first = '', second = ''] = await codesOf(inbox, id);
  expect(first).toMatch(/^\d{6}$/);
  expect(first).not.toBe(second);
  inbox.clock.advance(5 * MINUTE_MS);
  await expect(verifyByCode(inbox, owner, id, first)).rejects.toMatchObject(wrong);
  expect((await verifyByCode(inbox, owner, id, second)).verifiedAt).not.toBeNull();
});

test('rejects a code of another contact', async () => {
  await using inbox = await testInbox({ ways });
  const mine = await add(inbox, inbox.owner);
  const other = await add(inbox, inbox.owner, 'bob@example.com');
  const [code = ''] = await codesOf(inbox, other.id);
  await expect(verifyByCode(inbox, inbox.owner, mine.id, code)).rejects.toMatchObject(wrong);
});

test('leaves an address with the first user who enters its code', async () => {
  await using inbox = await testInbox({ ways });
  const [ann, eve] = [inbox.owner, reviewerOf()];
  const { id } = await add(inbox, ann);
  const late = await add(inbox, eve);
  await verifyByCode(inbox, ann, id, (await codesOf(inbox, id))[0] ?? '');
  const { data: entries } = await listAudit(
    inbox,
    ann,
    ListAudit.parse({ action: ['contact.confirmed'] }),
  );
  expect(entries).toMatchObject([{ actor: { id: ann.userId }, subject: { kind: 'contact', id } }]);
  const own = verifyByCode(inbox, ann, late.id, '123456');
  await expect(own).rejects.toMatchObject({ code: 'not_found' });
  const code = (await codesOf(inbox, late.id))[0] ?? '';
  const taken = 'Another user has confirmed this address';
  await expect(verifyByCode(inbox, eve, late.id, code)).rejects.toThrow(taken);
  await expect(add(inbox, eve)).rejects.toThrow(taken);
  expect(await listContacts(inbox, ann)).toMatchObject([{ id, verifiedAt: expect.any(String) }]);
  await deleteContact(inbox, ann, id);
  await verifyByCode(inbox, eve, late.id, code);
  expect(await listContacts(inbox, eve)).toMatchObject([{ id: late.id }]);
});

test('sends an address five tests an hour, from all users and over removals', async () => {
  await using inbox = await testInbox({ ways });
  const [ann, eve] = [inbox.owner, reviewerOf()];
  const limited = (retryAfterSeconds: number) => ({
    code: 'rate_limited',
    details: { retryAfterSeconds },
  });
  // An unconfirmed address is sent its code when it is added.
  for (let count = 1; count <= 3; count++) {
    const { id } = await add(inbox, ann, 'stranger@example.com');
    await deleteContact(inbox, ann, id);
  }
  inbox.clock.advance(10 * MINUTE_MS);
  const { id } = await add(inbox, eve, 'stranger@example.com');
  await testContact(inbox, eve, id);
  await expect(testContact(inbox, eve, id)).rejects.toMatchObject(limited(50 * 60));
  await expect(add(inbox, ann, 'stranger@example.com')).rejects.toMatchObject(limited(50 * 60));
  expect(await listContacts(inbox, ann)).toEqual([]);
  inbox.clock.advance(50 * MINUTE_MS);
  await testContact(inbox, eve, id);
});

test('sends ten tests of a user an hour, to any addresses', async () => {
  await using inbox = await testInbox({ ways });
  for (let n = 1; n <= 10; n++) await add(inbox, inbox.owner, `${n}@example.com`);
  await expect(add(inbox, inbox.owner, '11@example.com')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 3600 },
  });
  expect(await listContacts(inbox, inbox.owner)).toHaveLength(10);
  await add(inbox, reviewerOf(), '11@example.com');
  inbox.clock.advance(60 * MINUTE_MS);
  await add(inbox, inbox.owner, '11@example.com');
});

test('allows five tries of a code, whatever comes of the change that they are for', async () => {
  await using inbox = await testInbox({ ways });
  const { owner } = inbox;
  const { id } = await add(inbox, owner);
  const [code = ''] = await codesOf(inbox, id);
  const guess = code === '123456' ? '654321' : '123456';
  for (let tries = 1; tries <= 4; tries++) {
    await expect(verifyByCode(inbox, owner, id, guess)).rejects.toMatchObject(wrong);
  }
  await testContact(inbox, owner, id);
  const [again = '', other = ''] = await codesOf(inbox, id);
  for (let tries = 1; tries <= 5; tries++) {
    await expect(verifyByCode(inbox, owner, id, guess)).rejects.toMatchObject(wrong);
  }
  for (const late of [again, other]) {
    await expect(verifyByCode(inbox, owner, id, late)).rejects.toMatchObject(wrong);
  }
});
