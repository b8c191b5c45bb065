import { expect, test } from 'bun:test';
import { updateUser } from '../../../src/core/access/users.ts';
import { listAudit } from '../../../src/core/audit/list.ts';
import { ListAudit } from '../../../src/core/audit/schema.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { createContact, deleteContact, listContacts } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { testContact, verifyByCode } from '../../../src/core/notify/verify.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { listen as startNtfyReplies } from '../../../src/ways/ntfy/listen.ts';
import { appOf } from '../../support/inbox/app.ts';
import { REFUSED } from '../../support/reach/deciding.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { codeIn } from '../../support/reach/mail-server.ts';
import { personIn } from '../../support/reach/question.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const publicUrl = 'https://inbox.example';
const replyTopic = 'replies';
const approval = { type: 'approval', payload: { title: 'Deploy?' } };
const FAST = { firstRetryMs: 1 };

type Reaching = Awaited<ReturnType<typeof testReaching>>;

async function sent({ inbox, reaches }: Reaching, review: object = approval): Promise<string> {
  const { id } = await inbox.send({ review: review as typeof approval });
  await reaches(id, ({ state }) => state === 'sent');
  return id;
}

const answered = async ({ inbox }: Reaching, id: string) => {
  const channel = (await getReview(inbox, inbox.agent, id)).channelId;
  const outcome = await waitForReview(inbox, inbox.agent, id, { channel, timeoutMs: 15_000 });
  if (outcome.status === 'timeout') throw new Error('Nobody has answered');
  return outcome.message.review;
};

test('gives a notification up to three buttons that post a link to the public URL', async () => {
  await using reaching = await testReaching({ publicUrl });
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const id = await sent(reaching);
  const [shown] = ntfy.shown('phone');
  expect(shown?.click).toBe(`${publicUrl}/m/${id}`);
  expect(shown?.actions).toEqual(
    ['Approve', 'Reject'].map((label) => ({
      action: 'http',
      label,
      url: `${publicUrl}/api/v1/decide`,
      method: 'POST',
      clear: true,
      headers: { authorization: expect.stringMatching(/^Bearer hd_/) },
    })),
  );
  const app = await appOf(inbox);
  const headers = shown?.actions?.[1]?.headers ?? {};
  const response = await app('/decide', { method: 'POST', headers });
  expect(response.status).toBe(200);
  expect(await answered(reaching, id)).toMatchObject({
    response: { selectedOption: 'reject' },
    respondedBy: { via: 'ntfy' },
  });
  await reaching.reaches(id, ({ state }) => state === 'settled');
  expect(ntfy.shown('phone')).toEqual([]);
});

const without: [why: string, review: object, contact?: object, url?: null][] = [
  ['a question that requires a login', { ...approval, confirm: true }],
  ['a contact that permits no answers', approval, { answers: false }],
  ['a contact that shows nothing', approval, { shows: 'nothing' }],
  ['four options', { type: 'selection', payload: { items: ['a', 'b', 'c', 'd'] } }],
  ['several choices at a time', { type: 'selection', payload: { items: ['a'], mode: 'multi' } }],
  ['a form', { type: 'form', payload: { fields: [{ name: 'a', type: 'text', label: 'A' }] } }],
  ['a text', { type: 'text-input', payload: { prompt: 'Why?' } }],
  ['an inbox without a public URL and a reply topic', approval, {}, null],
];

for (const [why, review, contact, url = publicUrl] of without) {
  test(`only links to the page for ${why}`, async () => {
    await using reaching = await testReaching(url === null ? {} : { publicUrl: url });
    await reaching.contact(contact);
    const id = await sent(reaching, review);
    const [shown] = reaching.ntfy.shown('phone');
    expect(shown?.actions).toBeUndefined();
    expect(shown?.click).toBe(`https://inbox.example/m/${id}`);
    expect(JSON.stringify(reaching.ntfy.bodies())).not.toContain('hd_');
  });
}

test('sends a question again after an upgrade, silently and with a link that works', async () => {
  await using reaching = await testReaching({ publicUrl });
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const id = await sent(reaching);
  await changeByItself(inbox, async ({ tx, emit }) => {
    await tx.updateTable('notices').set({ status: 'waiting' }).execute();
    emit('notice:due', { atMs: inbox.now() });
  });
  await ntfy.has(2);
  await reaching.reaches(id, ({ state }) => state === 'sent');
  const [shown, ...others] = ntfy.shown('phone');
  expect([others, shown?.priority]).toEqual([[], 1]);
  const app = await appOf(inbox);
  const headers = shown?.actions?.[0]?.headers ?? {};
  expect((await app('/decide', { method: 'POST', headers })).status).toBe(200);
});

test('reads the presses of a reply topic, without a public URL', async () => {
  await using reaching = await testReaching({ replyTopic });
  const { inbox, ntfy } = reaching;
  await using _replies = listening(reaching);
  await reaching.contact();
  const id = await sent(reaching);
  await ntfy.topics.connected(1);
  expect(await ntfy.press('phone', 'Approve')).toBe(200);
  const review = await answered(reaching, id);
  expect(review).toMatchObject({
    response: { selectedOption: 'approve' },
    respondedBy: { via: 'ntfy' },
  });
  expect(review?.respondedBy?.id).toBe(inbox.owner.userId);
  const [stream] = ntfy.received.filter(({ path }) => path === '/replies/json');
  expect(stream?.headers.get('authorization')).toBe('Bearer tk_secret');
  const [press] = ntfy.received.filter(({ path }) => path === '/replies');
  expect(press?.headers.get('authorization')).toBe('Bearer tk_write');
});

function listening({ inbox }: Reaching) {
  const replies = startNtfyReplies(inbox, FAST);
  if (!replies) throw new Error('There is no reply topic');
  return { ...replies, [Symbol.asyncDispose]: replies.stop };
}

test('reads a press that came while the inbox was down, after one that it had read', async () => {
  await using reaching = await testReaching({ replyTopic });
  const { ntfy } = reaching;
  await reaching.contact();
  const first = await sent(reaching);
  {
    await using _before = listening(reaching);
    await ntfy.press('phone', 'Reject');
    await answered(reaching, first);
    await reaching.reaches(first, ({ state }) => state === 'settled');
  }
  const second = await sent(reaching);
  await ntfy.press('phone', 'Approve');
  await using _after = listening(reaching);
  expect((await answered(reaching, second))?.response).toEqual({ selectedOption: 'approve' });
  const [from = '', next = ''] = ntfy.topics.since;
  expect([from, next]).toEqual(['all', expect.stringMatching(/^msg-/)]);
});

test('connects again when the connection ends or is refused', async () => {
  await using reaching = await testReaching({ replyTopic });
  const { ntfy } = reaching;
  await reaching.contact();
  await using _replies = listening(reaching);
  await ntfy.topics.connected(1);
  ntfy.topics.cut();
  await ntfy.topics.connected(2);
  const id = await sent(reaching);
  await ntfy.press('phone', 'Approve');
  expect((await answered(reaching, id))?.status).toBe('completed');
});

test('connects again when nothing arrives for too long', async () => {
  await using reaching = await testReaching({ replyTopic });
  const replies = startNtfyReplies(reaching.inbox, { ...FAST, silenceMs: 1 });
  await reaching.ntfy.topics.connected(3);
  await replies?.stop();
});

test('keeps reading after presses that are refused or invalid', async () => {
  await using reaching = await testReaching({ replyTopic });
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  await using _replies = listening(reaching);
  const first = await sent(reaching);
  const url = `${ntfy.url}/${replyTopic}`;
  for (const body of ['', 'hd_', 'Hello', `hd_${'A'.repeat(5000)}`, '\u0000', '{"event":"open"}']) {
    await fetch(url, { method: 'POST', body });
  }
  const approve = ntfy.shown('phone')[0]?.actions?.[0]?.body ?? '';
  await answerReview(inbox, inbox.owner, first, { selectedOption: 'reject' });
  await fetch(url, { method: 'POST', body: approve });
  await reaching.reaches(first, ({ state }) => state === 'settled');
  const second = await sent(reaching);
  await ntfy.press('phone', 'Approve');
  expect((await answered(reaching, second))?.response).toEqual({ selectedOption: 'approve' });
  const { review } = await getReview(inbox, inbox.agent, first);
  expect(review.response).toEqual({ selectedOption: 'reject' });
});

/** A topic of the owner that is not confirmed, and another person's, each with the means to press in its test. */
async function testUnconfirmed(reaching: Reaching) {
  const { inbox, ntfy } = reaching;
  const app = await appOf(inbox);
  const bo = await personIn(inbox, 'Bo', []);
  const add = async (person = inbox.owner) => {
    const given = CreateContact.parse({ kind: 'ntfy', address: 'phone' });
    return (await createContact(inbox, person, given)).contact;
  };
  const tested = async (contact: { id: string }, person = inbox.owner) => {
    const { length } = ntfy.shown('phone');
    await testContact(inbox, person, contact.id);
    return eventually(() => ntfy.shown('phone')[length]);
  };
  const press = async (shown: Awaited<ReturnType<typeof tested>>) => {
    const { method = '', headers = {} } = shown?.actions?.[0] ?? {};
    const response = await app('/decide', { method, headers });
    return { status: response.status, body: await response.json() };
  };
  const isConfirmed = async (person = inbox.owner) =>
    (await listContacts(inbox, person)).some(({ confirmedAt }) => confirmedAt !== null);
  return { bo, add, tested, press, isConfirmed };
}

test('confirms a topic by a button in its test, once, beside its code', async () => {
  await using reaching = await testReaching({ publicUrl });
  const { inbox } = reaching;
  const { bo, add, tested, press, isConfirmed } = await testUnconfirmed(reaching);
  const [own, theirs] = [await add(), await add(bo)];
  const shown = await tested(own);
  expect(shown?.actions).toEqual([
    {
      action: 'http',
      label: 'Confirm',
      url: `${publicUrl}/api/v1/decide`,
      method: 'POST',
      headers: { authorization: expect.stringMatching(/^Bearer hd_/) },
      clear: true,
    },
  ]);
  expect(shown?.message).toContain(`only if you are ${inbox.owner.name}`);
  const code = codeIn({ text: shown?.message ?? '' });
  const others = await tested(theirs, bo);
  expect(await press(shown)).toEqual({
    status: 200,
    body: { contactId: own.id, confirmed: true },
  });
  expect([await isConfirmed(), await isConfirmed(bo)]).toEqual([true, false]);
  expect(await press(shown)).toEqual({ status: 401, body: REFUSED });
  expect((await verifyByCode(inbox, inbox.owner, own.id, code)).confirmedAt).not.toBeNull();
  expect((await press(others)).status).toBe(409);
  const query = ListAudit.parse({ action: ['contact.confirmed'] });
  expect((await listAudit(inbox, inbox.owner, query)).data).toMatchObject([
    { actor: { id: inbox.owner.userId }, via: 'ntfy', subject: { id: own.id } },
  ]);
  expect((await tested(own))?.actions).toBeUndefined();
});

type Unconfirmed = Awaited<ReturnType<typeof testUnconfirmed>>;
type Ending = (reaching: Reaching, test: Unconfirmed, contact: { id: string }) => unknown;

test.each<[what: string, ends: Ending]>([
  ['its code has expired', ({ inbox }) => inbox.clock.advance(15 * 60_000)],
  ['the contact was removed', ({ inbox }, { bo }, { id }) => deleteContact(inbox, bo, id)],
  [
    'its user was disabled',
    ({ inbox }, { bo }) => updateUser(inbox, inbox.owner, bo.userId, { disabled: true }),
  ],
  [
    'the test was sent again',
    ({ inbox }, { bo }, { id }) =>
      changeByItself(inbox, ({ tx }) =>
        tx
          .updateTable('notices')
          .set({ attempts: 2 })
          .where('contactId', '=', id)
          .where('userId', '=', bo.userId)
          .execute(),
      ),
  ],
])('refuses the button of a test once %s', async (_, ends) => {
  await using reaching = await testReaching({ publicUrl });
  const test = await testUnconfirmed(reaching);
  const contact = await test.add(test.bo);
  const shown = await test.tested(contact, test.bo);
  await ends(reaching, test, contact);
  expect(await test.press(shown)).toEqual({ status: 401, body: REFUSED });
  const { inbox } = reaching;
  const query = ListAudit.parse({ action: ['contact.confirmed'] });
  expect((await listAudit(inbox, inbox.owner, query)).data).toEqual([]);
});

test('confirms a topic by a press over the reply topic, and by its code alone without a way back', async () => {
  await using reaching = await testReaching({ replyTopic });
  await using without = await testReaching();
  const [{ add, tested, isConfirmed }, other] = [
    await testUnconfirmed(reaching),
    await testUnconfirmed(without),
  ];
  await using _replies = listening(reaching);
  await tested(await add());
  await reaching.ntfy.press('phone', 'Confirm');
  await eventually(() => isConfirmed());
  const shown = await other.tested(await other.add());
  expect([shown?.actions, shown?.message]).toEqual([
    undefined,
    expect.stringMatching(/is your code/),
  ]);
  expect(shown?.message).not.toContain('Confirm');
});
