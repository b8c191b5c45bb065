/** The mail that lists the pending questions each day. */
import { expect, test } from 'bun:test';
import { updateUser } from '../../../src/core/access/users.ts';
import { setAttention } from '../../../src/core/notify/attention.ts';
import { deleteContact, updateContact } from '../../../src/core/notify/contacts.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';
import { finishContactRemovals, sweepNotices } from '../../../src/core/notify/sweep.ts';
import { verifyByCode } from '../../../src/core/notify/verify.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { codeIn } from '../../support/reach/mail-server.ts';
import { testMailing } from '../../support/reach/mailing.ts';
import { personIn } from '../../support/reach/question.ts';

const HOUR_MS = 3_600_000;
const expiresInSeconds = 30 * 86_400;
const ask = (title: string) => ({
  review: { type: 'approval', payload: { title }, urgency: 'low' as const, expiresInSeconds },
});
/** The test's clock starts at noon. */
const morning = { ...NO_ATTENTION, reminders: false, digest: '08:00' };

/** An inbox whose owner is only mailed digests, at eight. */
async function testDigests() {
  const mailing = await testMailing('critical');
  const { inbox, worker, verify } = mailing;
  await verify();
  await setAttention(inbox, inbox.owner, morning);
  /** The digests that are planned or were, without the code. */
  const planned = async () => {
    const rows = await inbox.store.read.selectFrom('notices').selectAll().execute();
    return rows.filter(({ what }) => what === 'digests');
  };
  /** Once what is being sent is recorded: it plans the next by the clock. */
  const pass = async (hours: number) => {
    await eventually(async () => (await planned()).every(({ status }) => status !== 'sending'));
    inbox.clock.advance(hours * HOUR_MS);
    worker.look();
  };
  return { ...mailing, id: mailing.own.id, pass, planned };
}

test('mails what is pending once a day, soonest to expire first', async () => {
  await using digests = await testDigests();
  const { inbox, mail, pass } = digests;
  const later = await inbox.send(ask('Rename the channel?'));
  const soon = { ...ask('Deploy 2.4?').review, expiresInSeconds: 20 * 86_400 };
  const sooner = await inbox.send({ review: soon });
  await pass(19);
  expect(mail.mails).toHaveLength(1);
  await pass(1);
  const [, first] = await mail.has(2);
  expect(first).toMatchObject({ subject: '2 questions are pending', to: ['ann@example.com'] });
  const home = 'https://inbox.example';
  expect(first?.text.trim().split('\n')).toEqual([
    'Deploy 2.4?',
    `${home}/m/${sooner.id}`,
    '',
    'Rename the channel?',
    `${home}/m/${later.id}`,
    '',
    `${home}/`,
  ]);
  await answerReview(inbox, inbox.owner, sooner.id, { selectedOption: 'approve' });
  await sweepNotices(inbox);
  await pass(24);
  const [, , second] = await mail.has(3);
  expect(second?.subject).toBe('1 question is pending');
});

test('keeps a title on one line, or it could look like the link of another question', async () => {
  await using digests = await testDigests();
  const { inbox, mail, pass } = digests;
  const { id } = await inbox.send(ask('Deploy?\n\nRename?\nhttps://elsewhere.example/m/1'));
  await pass(20);
  const [, first] = await mail.has(2);
  const home = 'https://inbox.example';
  const lines = first?.text.trim().split('\n');
  const title = 'Deploy? Rename? https://elsewhere.example/m/1';
  expect(lines).toEqual([title, `${home}/m/${id}`, '', `${home}/`]);
});

test('mails nothing on a day when nothing is pending, and goes on with the next', async () => {
  await using digests = await testDigests();
  const { inbox, mail, pass, planned } = digests;
  await pass(20);
  await eventually(async () => (await planned()).some(({ status }) => status === 'skipped'));
  await inbox.send(ask('Deploy?'));
  await pass(24);
  const [, first] = await mail.has(2);
  expect(first?.subject).toBe('1 question is pending');
});

test('lists 20 questions, counts the others, and shows no title if the contact may not', async () => {
  await using digests = await testDigests();
  const { inbox, mail, id, pass } = digests;
  for (let count = 1; count <= 21; count++) await inbox.send(ask(`Question ${count}?`));
  await pass(20);
  const [, first] = await mail.has(2);
  expect(first?.subject).toBe('21 questions are pending');
  expect(first?.text).toStartWith('The 20 that expire first:\n\nQuestion 1?\n');
  expect(first?.text.match(/^Question \d+\?$/gm)).toHaveLength(20);
  await updateContact(inbox, inbox.owner, id, { shows: 'nothing' });
  await pass(24);
  const [, , second] = await mail.has(3);
  expect(second?.text).not.toContain('Question');
  expect(second?.text.match(/\/m\//g)).toHaveLength(20);
});

test('lists what its user sees, and nothing once the user is disabled', async () => {
  await using digests = await testDigests();
  const { inbox, mail, pass, planned } = digests;
  const { id: channelId } = await inbox.channel();
  const ben = await personIn(inbox, 'Ben', [channelId]);
  const input = { kind: 'email', address: 'ben@example.com', from: 'critical' } as const;
  const { id } = await digests.contact(input, ben);
  await verifyByCode(inbox, ben, id, codeIn((await mail.has(2))[1]));
  await setAttention(inbox, ben, morning);
  await inbox.send({ ...ask('For Ben?'), channelId });
  await inbox.send(ask('For others?'));
  await pass(20);
  const sent = (await mail.has(4)).slice(2);
  const toBen = sent.find(({ to }) => to[0] === 'ben@example.com');
  expect(toBen?.subject).toBe('1 question is pending');
  expect(toBen?.text).toStartWith('For Ben?\n');
  await updateUser(inbox, inbox.owner, ben.userId, { disabled: true });
  await pass(24);
  await mail.has(5);
  const bens = async () => (await planned()).filter(({ userId }) => userId === ben.userId);
  await eventually(async () => (await bens()).some(({ status }) => status === 'skipped'));
  expect(mail.mails.filter(({ to }) => to[0] === 'ben@example.com')).toHaveLength(2);
});

test('moves with its time, and ends with its contact or when it is turned off', async () => {
  await using digests = await testDigests();
  const { inbox, id, planned } = digests;
  const waiting = async () =>
    (await planned()).filter(({ status }) => status === 'waiting').map(({ dueAt }) => dueAt);
  expect(await waiting()).toEqual(['2030-01-03T08:00:00.000Z']);
  await setAttention(inbox, inbox.owner, { ...morning, timeZone: 'Asia/Tokyo', digest: '22:30' });
  expect(await waiting()).toEqual(['2030-01-02T13:30:00.000Z']);
  await setAttention(inbox, inbox.owner, { ...morning, digest: false });
  expect(await waiting()).toEqual([]);
  await setAttention(inbox, inbox.owner, { ...morning, digest: '09:00' });
  expect(await waiting()).toEqual(['2030-01-03T09:00:00.000Z']);
  await updateContact(inbox, inbox.owner, id, { disabled: true });
  expect(await waiting()).toEqual([]);
  await updateContact(inbox, inbox.owner, id, { disabled: false });
  expect(await waiting()).toEqual(['2030-01-03T09:00:00.000Z']);
  await deleteContact(inbox, inbox.owner, id);
  await finishContactRemovals(inbox);
  expect(await planned()).toEqual([]);
});

test('tries a digest again that the mail server refused, and plans one for the next day only', async () => {
  await using digests = await testDigests();
  const { inbox, mail, pass, planned } = digests;
  await inbox.send(ask('Deploy?'));
  mail.refuse({ at: 'rcpt', code: 451 });
  await pass(20);
  await eventually(async () => (await planned()).some(({ attempts }) => attempts === 1));
  await eventually(async () => (await planned()).every(({ status }) => status === 'waiting'));
  // A change of other rules plans no second one.
  await setAttention(inbox, inbox.owner, { ...morning, highBreaksThrough: true });
  mail.refuse(null);
  await pass(0.01);
  const [, first] = await mail.has(2);
  expect(first?.subject).toBe('1 question is pending');
  await eventually(async () => (await planned()).length === 2);
  const due = (await planned()).filter(({ status }) => status === 'waiting');
  expect(due.map(({ dueAt }) => dueAt)).toEqual(['2030-01-04T08:00:00.000Z']);
});
