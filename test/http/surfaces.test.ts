import { expect, test } from 'bun:test';
import type { NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { clientOf, type TestServer, testServer } from '../support/server/server.ts';

const account = { email: 'ada@example.org', password: 'correct horse battery staple' };

async function answeredBy(server: TestServer, headers: Record<string, string>) {
  const { id: channelId } = await server.channel();
  const { body } = await server.as.agent.post<Message>('/messages', {
    channelId,
    review: { type: 'approval' },
  });
  const person = clientOf(server.url, headers);
  const response = { selectedOption: 'approve' };
  const answered = await person.post<Message>(`/reviews/${body.id}/respond`, { response });
  return answered.body.review?.respondedBy;
}

test('records the surface of an answer and its credential', async () => {
  await using server = await testServer();
  const { body: user } = await server.as.owner.post<{ id: string }>('/auth/setup', account);
  const { body: made } = await server.as.owner.post<NewToken>('/tokens', { name: 'script' });
  const login = await server.as.nobody.send('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const local = server.as.ownerHeaders;
  const token = { authorization: `Bearer ${made.token}` };
  const terminal = { 'inbox-client': 'terminal' };
  const rows: [Record<string, string>, string, string][] = [
    [token, 'api', made.id],
    [{ ...token, ...terminal }, 'terminal', made.id],
    [{ ...token, 'inbox-client': 'dashboard' }, 'api', made.id],
    [local, 'api', 'local'],
    [{ ...local, ...terminal }, 'terminal', 'local'],
    [{ cookie, origin: server.url }, 'dashboard', 'session'],
    [{ cookie, origin: server.url, ...terminal }, 'dashboard', 'session'],
  ];
  for (const [headers, via, credential] of rows) {
    expect(await answeredBy(server, headers)).toMatchObject({ id: user.id, via, credential });
  }
});
