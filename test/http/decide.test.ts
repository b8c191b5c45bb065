import { expect, test } from 'bun:test';
import { updateContact } from '../../src/core/reach/contacts.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
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

test('refuses an expired question', async () => {
  await using test = await testDecide();
  const [approve] = await test.links();
  test.inbox.clock.advance(60_000);
  expect(await test.send(approve)).toMatchObject({ status: 409, body: { status: 'expired' } });
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
      ...{ title: 'Deploy?', description: 'Version 2', channel: 'Bot', status: 'pending' },
      ...{ option: { label: 'Reject', tone: 'danger' }, answer: null, respondedBy: null },
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
