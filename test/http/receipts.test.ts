import { expect, test } from 'bun:test';
import type { NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Contact, Notice, Test } from '../../src/core/notify/schema.ts';
import type { ReviewRecord } from '../../src/core/reviews/schema.ts';
import { testPushService } from '../support/reach/push-service.ts';
import { testServer } from '../support/server/server.ts';

async function pushing() {
  const push = testPushService();
  const server = await testServer({ pushSubject: 'ops@example.com', webhookAllow: '127.0.0.1' });
  const address = push.subscribe();
  const { body } = await server.as.owner.post<Contact>('/contacts', { kind: 'webpush', address });
  return {
    push,
    server,
    contact: body,
    async ask(how = {}) {
      const { id: channelId } = await server.channel();
      const review = { type: 'approval', ...how };
      const asked = await server.as.agent.post<Message>('/messages', { channelId, review });
      await push.has(1);
      return { ...asked.body, data: push.pushed()[0]?.notification.data };
    },
    /** Logs the owner in; returns the headers of the dashboard's own page. */
    async logIn() {
      const [, token] = (server.setUpUrl ?? '').split('#token=');
      const user = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };
      const { headers } = await server.as.nobody.post('/auth/setup', { ...user, token });
      return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', origin: server.url };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await push[Symbol.asyncDispose]();
    },
  };
}

const bearer = (token = '') => ({ authorization: `Bearer ${token}` });

test('records that a notice arrived, by the token that it contained', async () => {
  await using inbox = await pushing();
  const { nobody, owner } = inbox.server.as;
  const { id, data } = await inbox.ask();
  const path = `/notices/${data?.noticeId}/receipt`;
  expect((await nobody.post(path, undefined, bearer(data?.receipt))).status).toBe(200);
  expect((await nobody.post(path, undefined, bearer(data?.receipt))).status).toBe(200);
  const { review } = (await owner.get<Message>(`/messages/${id}`)).body;
  expect(review?.reach).toMatchObject({ state: 'delivered', notices: { delivered: 1 } });
  const notices = (await owner.get<Notice[]>(`/reviews/${id}/notices`)).body;
  expect(notices[0]?.receivedAt).not.toBeNull();
  const [contact] = (await owner.get<Contact[]>('/contacts')).body;
  expect(contact?.lastReceivedAt).toBe(notices[0]?.receivedAt ?? null);
});

test('refuses the token of another notice, of none, and of a contact that was removed', async () => {
  await using inbox = await pushing();
  const { nobody, owner } = inbox.server.as;
  const { data } = await inbox.ask();
  const test = (await owner.post<Test>(`/contacts/${inbox.contact.id}/test`)).body;
  const tried = async (id: string | undefined, headers: Record<string, string>) =>
    (await nobody.post(`/notices/${id}/receipt`, undefined, headers)).status;
  const own = bearer(data?.receipt);
  expect(await tried(test.id, own)).toBe(401);
  expect(await tried('unknown', own)).toBe(401);
  expect(await tried(data?.noticeId, {})).toBe(401);
  expect(await tried(data?.noticeId, bearer(`${data?.receipt}A`))).toBe(401);
  await owner.delete(`/contacts/${inbox.contact.id}`);
  expect(await tried(data?.noticeId, own)).toBe(401);
});

test.each([
  ['the token of the notice', (id = '', token = '') => `${id} ${token}`, 'webpush'],
  ['a token that is not its own', (id = '') => `${id} hr_guessed`, 'dashboard'],
])('names how a session answered with %s beside it', async (_, proofOf, via) => {
  await using inbox = await pushing();
  const { id, seq, data } = await inbox.ask();
  const page = await inbox.logIn();
  const { noticeId, receipt } = data ?? {};
  const answered = await inbox.server.as.nobody.post<Message>(
    `/reviews/${id}/respond`,
    { response: { selectedOption: 'approve' }, seq },
    { ...page, 'inbox-notice': proofOf(noticeId, receipt) },
  );
  expect(answered.body.review?.respondedBy).toMatchObject({ via, credential: 'session' });
  const record = await inbox.server.as.owner.get<ReviewRecord>(`/reviews/${id}/record`);
  expect(record.body.credential?.kind).toBe('session');
});

test('refuses an answer from a notification to a question that requires a login, and takes it in the inbox', async () => {
  await using inbox = await pushing();
  const { id, seq, data } = await inbox.ask({ confirm: true });
  const page = await inbox.logIn();
  const answer = (headers: Record<string, string>) =>
    inbox.server.as.nobody.post(
      `/reviews/${id}/respond`,
      { response: { selectedOption: 'approve' }, seq },
      { ...page, ...headers },
    );
  const pressed = await answer({ 'inbox-notice': `${data?.noticeId} ${data?.receipt}` });
  expect(pressed.status).toBe(403);
  expect(pressed.body).toMatchObject({
    message: expect.stringContaining('Open it there'),
  } as never);
  expect((await answer({})).status).toBe(200);
});

test('does not take a token of a notice for a login', async () => {
  await using inbox = await pushing();
  const { id, data } = await inbox.ask();
  const { nobody, owner } = inbox.server.as;
  const response = { selectedOption: 'approve' };
  const proof = { 'inbox-notice': `${data?.noticeId} ${data?.receipt}` };
  expect((await nobody.post(`/reviews/${id}/respond`, { response }, proof)).status).toBe(401);
  const asBearer = bearer(data?.receipt);
  expect((await nobody.post(`/reviews/${id}/respond`, { response }, asBearer)).status).toBe(401);
  const byToken = await owner.post<Message>(`/reviews/${id}/respond`, { response }, proof);
  expect(byToken.body.review?.respondedBy?.via).not.toBe('webpush');
});

test('counts what is pending of a notice, for the user who got it alone', async () => {
  await using inbox = await pushing();
  const { owner, key } = inbox.server.as;
  const email = 'rita@example.com';
  await owner.post('/users', { name: 'Rita', email, channels: [] });
  const { token } = (await owner.post<NewToken>('/tokens', { name: 'Rita', email })).body;
  const { id, data } = await inbox.ask();
  const path = `/notices/${data?.noticeId}/pending`;
  expect((await owner.get(path)).body).toEqual({ pending: 1 } as never);
  expect((await key(token).get(path)).status).toBe(404);
  await owner.post(`/reviews/${id}/respond`, { response: { selectedOption: 'approve' } });
  expect((await owner.get(path)).body).toEqual({ pending: 0 } as never);
});
