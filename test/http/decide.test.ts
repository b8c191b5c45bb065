import { expect, test } from 'bun:test';
import { updateContact } from '../../src/core/notify/contacts.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../src/core/reviews/withdrawing.ts';
import { appOf } from '../support/inbox/app.ts';
import { givenFile } from '../support/inbox/files.ts';
import { REFUSED, testDecide } from '../support/reach/deciding.ts';

test('gives the answer, repeats it, and refuses another with what was decided', async () => {
  await using test = await testDecide();
  const [approve, reject] = await test.links();
  const first = await test.send(approve);
  expect(first).toMatchObject({
    status: 200,
    body: { messageId: test.id, answer: 'Approve', again: false, respondedBy: { via: 'ntfy' } },
  });
  expect(await test.send(approve)).toMatchObject({
    status: 200,
    body: { ...first.body, again: true },
  });
  expect(await test.send(reject)).toMatchObject({
    status: 409,
    body: { status: 'completed', answer: 'Approve', respondedBy: { name: 'Ann' } },
  });
});

const several = {
  type: 'questions',
  payload: {
    questions: [
      { id: 'region', question: 'Which region?', options: ['eu', 'us'] },
      { id: 'token', question: 'Which token?', secret: true },
    ],
  },
  expiresInSeconds: 60,
};
const posted = (response: object) => ({
  body: JSON.stringify({ response }),
  headers: { 'content-type': 'application/json' },
});

test('takes the answers to questions that a link asks together, all or none of them', async () => {
  await using test = await testDecide(several);
  const link = await test.open();
  const look = await test.send(link, { method: 'GET' }, '/decide/question');
  expect(look.body).toMatchObject({
    options: [],
    asked: [
      { id: 'region', options: [{ id: 'eu' }, { id: 'us' }], other: false, secret: false },
      { id: 'token', options: [], other: true, secret: true },
    ],
  });
  const answers = { region: { selected: ['eu'] } };
  const refused = await test.send(link, posted({ answers }), '/decide/answers');
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      {
        code: expect.anything(),
        message: 'Write an answer',
        path: ['response', 'answers', 'token'],
      },
    ],
  ]);
  const whole = posted({ answers: { ...answers, token: { other: 'hush-hush' } } });
  const taken = await test.send(link, whole, '/decide/answers');
  expect(taken).toMatchObject({ status: 200, body: { answer: 'eu', again: false } });
  expect(await test.send(link, whole, '/decide/answers')).toMatchObject({ body: { again: true } });
});

test('takes only the answer of its option by a link, and fills in nothing but questions', async () => {
  await using one = await testDecide({
    ...several,
    payload: { questions: several.payload.questions.slice(0, 1) },
  });
  const [eu] = await one.links();
  const us = posted({ answers: { region: { selected: ['us'] } } });
  expect(await one.send(eu, us, '/decide/answers')).toMatchObject({ status: 401, body: REFUSED });
  const look = await one.send(eu, { method: 'GET' }, '/decide/question');
  expect(look.body).toMatchObject({ options: [{ label: 'eu' }], asked: [{ other: false }] });
  await using other = await testDecide();
  const approved = posted({ selectedOption: 'approve' });
  const refused = await other.send(await other.open(), approved, '/decide/answers');
  expect(refused).toMatchObject({ status: 401, body: REFUSED });
  expect([await one.status(), await other.status()]).toEqual(['pending', 'pending']);
});

test('refuses an expired question', async () => {
  await using test = await testDecide();
  const [approve] = await test.links();
  test.inbox.clock.advance(60_000);
  expect(await test.send(approve)).toMatchObject({ status: 409, body: { status: 'expired' } });
});

test('says why a withdrawn question can no longer be answered, by a press and to who opens it', async () => {
  await using test = await testDecide();
  const [approve] = await test.links();
  await withdrawReview(test.inbox, test.inbox.agent, test.id, { reason: 'done' });
  const ended = { status: 'withdrawn', why: 'Its agent says: done', respondedBy: null };
  expect(await test.send(approve)).toMatchObject({ status: 409, body: ended });
  const look = await test.send(approve, { method: 'GET' }, '/decide/question');
  expect(look).toMatchObject({ status: 200, body: { ...ended, options: [] } });
});

test('decides nothing by GET, HEAD, OPTIONS or another method', async () => {
  await using test = await testDecide();
  const [approve] = await test.links();
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const { status, response } = await test.send(approve, { method });
    expect([method, status, response.headers.get('allow')]).toEqual([method, 405, 'OPTIONS, POST']);
  }
  const { status, response } = await test.send(approve, { method: 'OPTIONS' });
  expect([status, await test.status()]).toEqual([204, 'pending']);
  const { headers } = response;
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-headers')).toContain('authorization');
});

test('lets a page of any origin read the result, whatever origins are allowed elsewhere', async () => {
  await using test = await testDecide(undefined, { corsOrigins: ['https://one.example'] });
  const [approve] = await test.links();
  for (const link of [approve, 'hd_no']) {
    const { response } = await test.send(link, { headers: { origin: 'https://ntfy.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('decides nothing for a scanner that submits forms, with the link in its address or body', async () => {
  await using test = await testDecide();
  const [approve = ''] = await test.links();
  const form = new URLSearchParams({ link: approve, token: approve, authorization: approve });
  const cookie = `inbox_session=${approve}; link=${approve}`;
  for (const init of [
    { body: form },
    { body: approve },
    { headers: { cookie } },
    { headers: { 'x-api-key': approve } },
    { headers: { authorization: approve } },
    { headers: { authorization: `Basic ${btoa(`:${approve}`)}` } },
  ]) {
    for (const path of ['/decide', `/decide?link=${approve}`, '/decide/']) {
      const { status, body } = await test.send(undefined, init, path);
      expect([status, body]).toEqual([401, REFUSED]);
    }
  }
  expect(await test.status()).toBe('pending');
});

test('counts as no credential elsewhere', async () => {
  await using test = await testDecide();
  const [approve = ''] = await test.links();
  const { id } = test;
  for (const [path, method] of [
    ['/counts', 'GET'],
    [`/reviews/${id}`, 'GET'],
    [`/reviews/${id}/respond`, 'POST'],
  ] as const) {
    expect((await test.send(approve, { method }, path)).status).toBe(401);
    const headers = { 'x-api-key': approve };
    expect((await test.send(undefined, { method, headers }, path)).status).toBe(401);
  }
});

test('is limited by contact and not by address, and invalid links by address', async () => {
  await using test = await testDecide(undefined, { rateLimit: 1 });
  const { inbox, contactOf, id } = test;
  const [mine] = await test.links();
  const [theirs] = await test.links(await contactOf(inbox.owner), id);
  const from = (address: string) => ({ headers: { 'x-test-address': address } });
  const statuses = async (link: string | undefined, count: number, address = '192.0.2.7') =>
    (await Array.fromAsync({ length: count }, () => test.send(link, from(address)))).map(
      ({ status }) => status,
    );
  expect(await statuses('hd_no', 101)).toEqual([...Array(100).fill(401), 429]);
  expect(await statuses(mine, 5)).toEqual(Array(5).fill(200));
  expect(await statuses(mine, 1, '192.0.2.8')).toEqual([429]);
  expect(await statuses(theirs, 1)).toEqual([409]);
});

test('shows the question of a link as its contact may, and decides nothing', async () => {
  const payload = { title: 'Deploy?', description: 'Version 2' };
  await using test = await testDecide({ type: 'approval', payload, expiresInSeconds: 60 });
  const { inbox, ann, contactId } = test;
  const [, reject] = await test.links();
  const look = () => test.send(reject, { method: 'GET' }, '/decide/question');
  expect(await look()).toMatchObject({
    status: 200,
    body: {
      title: 'Deploy?',
      description: 'Version 2',
      channel: 'Bot',
      status: 'pending',
      option: { label: 'Reject', tone: 'danger' },
      answer: null,
      respondedBy: null,
    },
  });
  await updateContact(inbox, ann, contactId, { shows: 'title' });
  expect((await look()).body).toMatchObject({ title: 'Deploy?', description: null, channel: null });
  expect(await test.status()).toBe('pending');
  await answerReview(inbox, inbox.owner, test.id, { selectedOption: 'approve' });
  const { name } = inbox.owner;
  const ended = { status: 'completed', answer: 'Approve', respondedBy: { name } };
  expect((await look()).body).toMatchObject(ended);
});

test('shows only how the question ended once the link has expired', async () => {
  const payload = { title: 'Deploy?', description: 'Version 2' };
  await using test = await testDecide({ type: 'approval', payload, expiresInSeconds: 60 });
  const [approve] = await test.links();
  test.inbox.clock.advance(60_000);
  const { body } = await test.send(approve, { method: 'GET' }, '/decide/question');
  expect(body).toMatchObject({ title: 'Deploy?', description: null, status: 'expired' });
});

test('lists what a link that names no option can answer, each with its own link, and decides nothing by it', async () => {
  const items = [{ id: 'a', label: 'Red', description: 'Costs more' }, 'b'];
  const payload = { title: 'Colour?', description: 'Of the door', prompt: 'Choose', items };
  await using test = await testDecide({ type: 'selection', payload, expiresInSeconds: 60 });
  const open = await test.open();
  expect(await test.send(open)).toMatchObject({ status: 401, body: REFUSED });
  const { status, body } = await test.send(open, { method: 'GET' }, '/decide/question');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    title: 'Colour?',
    description: 'Of the door',
    prompt: 'Choose',
    option: null,
    person: { id: test.ann.userId, name: 'Ann' },
    options: [
      { label: 'Red', description: 'Costs more', tone: 'plain' },
      { label: 'b', description: null, tone: 'plain' },
    ],
  });
  expect(await test.send(body.options[1].link)).toMatchObject({
    status: 200,
    body: { answer: 'b' },
  });
  const { body: ended } = await test.send(open, { method: 'GET' }, '/decide/question');
  expect(ended).toMatchObject({ status: 'completed', answer: 'b', options: [] });
});

test('offers nothing once the contact shows titles alone', async () => {
  await using test = await testDecide();
  const { inbox, ann, contactId } = test;
  const [approve] = await test.links();
  await updateContact(inbox, ann, contactId, { shows: 'title' });
  const { body } = await test.send(approve, { method: 'GET' }, '/decide/question');
  expect(body.options).toEqual([]);
  expect(await test.send(approve)).toMatchObject({ status: 401, body: REFUSED });
});

test('names the files of the question and sends them, and no others', async () => {
  await using test = await testDecide();
  const { inbox, channelId, contactId, ann } = test;
  const [mine, other] = [
    await givenFile(inbox, { channelId, text: 'the plan' }),
    await givenFile(inbox, { channelId, text: 'other' }),
  ];
  const review = { type: 'approval', expiresInSeconds: 60 };
  const { id } = await inbox.send({
    channelId,
    review,
    status: 'warning',
    attachmentIds: [mine.id],
  });
  const open = await test.open(contactId, id);
  const app = await appOf(inbox);
  const get = (path: string) => app(path, { headers: { authorization: `Bearer ${open}` } });
  expect(await (await get('/decide/question')).json()).toMatchObject({
    messageStatus: 'warning',
    attachments: [{ id: mine.id, filename: 'hello.txt', mimeType: 'text/plain', size: 8 }],
  });
  const file = await get(`/decide/files/${mine.id}`);
  expect([file.status, await file.text()]).toEqual([200, 'the plan']);
  expect(file.headers.get('content-security-policy')).toContain('sandbox');
  expect((await get(`/decide/files/${other.id}`)).status).toBe(401);
  await updateContact(inbox, ann, contactId, { shows: 'title' });
  expect((await get(`/decide/files/${mine.id}`)).status).toBe(401);
  await updateContact(inbox, ann, contactId, { shows: 'all' });
  inbox.clock.advance(60_000);
  expect((await get(`/decide/files/${mine.id}`)).status).toBe(401);
});
