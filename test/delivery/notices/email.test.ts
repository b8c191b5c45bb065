import { expect, test } from 'bun:test';
import { updateContact } from '../../../src/core/notify/contacts.ts';
import { decide, findDecision } from '../../../src/core/notify/decide.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { later, testBurst } from '../../support/reach/burst.ts';
import { codeIn } from '../../support/reach/mail-server.ts';
import { testMailing } from '../../support/reach/mailing.ts';

const review = { type: 'approval', payload: { title: 'Deploy to production?' } };

test('mails a question with a link for each answer and one to the page of all, and nothing when it is settled', async () => {
  await using mailing = await testMailing();
  const { inbox, mail, verify } = mailing;
  await verify();
  const { id } = await inbox.send({ review });
  const [, asked] = await mail.has(2);
  expect(asked).toMatchObject({
    from: 'inbox@inbox.example',
    to: ['ann@example.com'],
    subject: 'Deploy to production?',
  });
  expect(asked?.header('auto-submitted')).toBe('auto-generated');
  expect(asked?.header('content-type')).toStartWith('text/plain');
  expect(asked?.header('from')).toBe('Inbox <inbox@inbox.example>');
  const links = asked?.text.match(/(?<=https:\/\/inbox\.example\/decide#)\S+/g) ?? [];
  expect(links).toHaveLength(3);
  expect(asked?.text).toContain(`Open the question:\nhttps://inbox.example/decide#${links[2]}`);
  const decision = await findDecision(inbox, links[0] ?? '');
  if (!decision) throw new Error('The link is not a decision');
  await decide(inbox, decision, null);
  const { review: answered } = await getReview(inbox, inbox.agent, id);
  expect(answered.respondedBy).toMatchObject({ via: 'email' });
  await mailing.reaches(id, ({ state }) => state === 'settled');
  expect(mail.mails).toHaveLength(2);
});

test.each([
  ['that requires a login', { ...review, confirm: true }],
  ['without choices', { type: 'form', payload: { title: 'Who?', fields: [] } }],
])('mails the page of a question %s and no other link', async (_, asked) => {
  await using mailing = await testMailing();
  await mailing.verify();
  const { id } = await mailing.inbox.send({ review: asked as typeof review });
  const [, mail] = await mailing.mail.has(2);
  expect(mail?.text.match(/https:\S+/g)).toEqual([`https://inbox.example/m/${id}`]);
});

test('mails several questions with a link to the page that takes their answers', async () => {
  await using mailing = await testMailing();
  const { inbox, mail } = mailing;
  await mailing.verify();
  const options = [{ id: 'eu', label: 'Europe', description: 'Frankfurt' }];
  const questions = [
    { id: 'region', question: 'Which region?', options },
    { id: 'when', question: 'When?', header: 'Night or day' },
  ];
  const { id } = await inbox.send({ review: { type: 'questions', payload: { questions } } });
  const [, asked] = await mail.has(2);
  expect(asked?.subject).toBe('Which region? (and 1 more question)');
  expect(asked?.text).toContain('Which region?\n- Europe: Frankfurt\n\nNight or day\nWhen?');
  const [link, ...others] = asked?.text.match(/https:\S+/g) ?? [];
  const [, text = ''] = link?.split('https://inbox.example/decide#') ?? [];
  expect(await findDecision(inbox, text)).toMatchObject({ messageId: id, option: null });
  expect(others).toEqual([]);
});

test('mails nothing but the code to an address that is not verified', async () => {
  await using mailing = await testMailing();
  const { inbox, mail, own } = mailing;
  const [code] = await mail.has(1);
  expect(code?.text.match(/\d{4,}/g)).toEqual([codeIn(code)]);
  expect(own.verifiedAt).toBeNull();
  const { review: asked } = await inbox.send({ review });
  expect(asked?.reach).toMatchObject({ state: 'nobody', reachable: 0 });
  const verified = await mailing.verify();
  expect(verified).toMatchObject({
    verifiedAt: expect.any(String),
    confirmedAt: expect.any(String),
  });
  expect(mail.mails).toHaveLength(1);
});

test('keeps the identity of a mail when it is sent again, and another one for a reminder', async () => {
  await using mailing = await testMailing();
  const { inbox, mail, worker } = mailing;
  await mailing.verify();
  mail.refuse({ at: 'data', code: 451 });
  const { id } = await inbox.send({ review });
  await mailing.reaches(id, ({ nextAt }) => nextAt !== null && nextAt > '2030-01-02T12:00:01');
  const [notice] = await noticesIn(mailing);
  mail.refuse(null);
  inbox.clock.advance(3000);
  worker.look();
  const [, asked] = await mail.has(2);
  expect(asked?.header('message-id')).toBe(`<${notice?.id}@inbox.example>`);
  await mailing.reaches(id, ({ state }) => state === 'sent');
  inbox.clock.advance(11 * 60_000);
  worker.look();
  const [, , reminder] = await mail.has(3);
  expect(reminder?.subject).toBe('Reminder: Deploy to production?');
  expect(reminder?.header('message-id')).not.toBe(asked?.header('message-id') ?? '');
  expect(reminder?.header('references')).toBe(asked?.header('references') ?? '');
});

test('mails a reminder of gathered questions under an identity of its own', async () => {
  await using mailing = await testMailing();
  const { mail } = mailing;
  await mailing.verify();
  await testBurst(mailing, 5);
  await later(mailing, 600_000);
  const counts = mail.mails.filter(({ subject }) => subject.includes('are pending'));
  expect(counts.map(({ subject }) => subject)).toEqual([
    '2 questions are pending',
    'Reminder: 2 questions are pending',
  ]);
  expect(new Set(counts.map((one) => one.header('message-id'))).size).toBe(2);
  expect(new Set(counts.map((one) => one.header('references'))).size).toBe(1);
});

test.each([
  ['a refused recipient', { at: 'rcpt', code: 550, says: '5.1.1 No ann@example.com here' }, 1],
  ['a refused mail', { at: 'data', code: 554, says: '5.7.1 Spam to ann@example.com' }, 1],
  ['a recipient that is refused for now', { at: 'rcpt', code: 450, says: '4.2.1 Later' }, 0],
] as const)('reports %s without the words of the server', async (_, refusal, failed) => {
  await using mailing = await testMailing();
  const { inbox, mail } = mailing;
  await mailing.verify();
  mail.refuse(refusal);
  const { id } = await inbox.send({ review });
  const isOver = (error: string | null | undefined) => error != null;
  await mailing.reaches(id, ({ notices, nextAt }) =>
    failed ? notices.failed === 1 : nextAt !== null && nextAt > '2030-01-02T12:00:01',
  );
  const [notice] = await listNotices(inbox, inbox.owner, id);
  expect(isOver(notice?.error)).toBe(true);
  expect(notice?.status).toBe(failed ? 'refused' : 'waiting');
  expect(notice?.error).toContain(`${refusal.code} ${refusal.says.slice(0, 5)}`);
  expect(notice?.error).not.toContain('ann');
});

test('counts a mail that the server never confirmed as one that may have arrived', async () => {
  await using mailing = await testMailing();
  const { inbox, mail, worker } = mailing;
  await mailing.verify();
  mail.refuse({ at: 'data', code: 'silence' });
  await worker.stop();
  const impatient = await mailing.start(3000);
  const { id } = await inbox.send({ review });
  await mail.has(2);
  await mailing.reaches(id, ({ nextAt }) => nextAt !== null && nextAt > '2030-01-02T12:00:01');
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const [notice] = await listNotices(inbox, inbox.owner, id);
  expect(notice).toMatchObject({
    status: 'unknown',
    error: 'The mail server did not answer in time',
  });
  await impatient.stop();
});

test('delays a mail by 5 minutes for a user who is reached otherwise', async () => {
  await using mailing = await testMailing();
  const { inbox, mail, worker } = mailing;
  await mailing.verify();
  const phone = await mailing.contact();
  const { id } = await inbox.send({ review });
  await mailing.ntfy.has(1);
  await mailing.reaches(id, ({ nextAt }) => nextAt === '2030-01-02T12:05:00.000Z');
  inbox.clock.advance(301_000);
  worker.look();
  await mail.has(2);
  await updateContact(inbox, inbox.owner, phone.id, { disabled: true });
  await inbox.send({ review });
  await mail.has(3);
});

test('sends a title with line ends as one header', async () => {
  await using mailing = await testMailing();
  await mailing.verify();
  const title = 'Deploy?\r\nBcc: eve@example.com\r\n\r\n<b>now</b>';
  await mailing.inbox.send({ review: { ...review, payload: { title } } });
  const [, asked] = await mailing.mail.has(2);
  expect(asked?.to).toEqual(['ann@example.com']);
  expect(asked?.header('bcc')).toBeUndefined();
  expect(asked?.subject).toBe('Deploy? Bcc: eve@example.com <b>now</b>');
});

test('mails the label of an option with line ends on one line', async () => {
  await using mailing = await testMailing();
  await mailing.verify();
  const options = [{ id: 'yes', label: 'Yes:\r\nhttps://evil.example\r\nNo' }];
  await mailing.inbox.send({ review: { ...review, payload: { title: 'Deploy?', options } } });
  const [, asked] = await mailing.mail.has(2);
  expect(asked?.text).toContain('Yes: https://evil.example No:\nhttps://inbox.example/decide#hd_');
});

const noticesIn = ({ inbox }: Awaited<ReturnType<typeof testMailing>>) =>
  inbox.store.read
    .selectFrom('notices')
    .selectAll()
    .where('what', '=', 'asks')
    .orderBy('id')
    .execute();
