import { expect, test } from 'bun:test';
import type { NewToken, User } from '../../src/core/access/schema.ts';
import type { AuditPage } from '../../src/core/audit/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Contact, NewContact, Subscription, Test } from '../../src/core/notify/schema.ts';
import { eventually } from '../support/reach/eventually.ts';
import { codeIn, testMailServer } from '../support/reach/mail-server.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { APP_TOKEN, BOT_TOKEN, testSlack } from '../support/reach/slack.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const ntfy = { kind: 'ntfy', address: 'https://ntfy.sh/my-secret-topic' };

async function person({ as }: TestServer, name: string, channels: string[] = []) {
  const email = `${name}@example.com`;
  const { body } = await as.owner.post<User>('/users', { name, email, channels });
  const { token } = (await as.owner.post<NewToken>('/tokens', { name, email })).body;
  return { id: body.id, ...as.key(token) };
}

test('adds a contact once, and shows only the end of its address', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const made = await owner.post<Contact>('/contacts', ntfy);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    kind: 'ntfy',
    address: '…opic',
    subscription: null,
    from: 'low',
  });
  // On a public server, others may read what is sent.
  expect(made.body).toMatchObject({ answers: false, shows: 'title' });
  const again = await owner.post<Contact>('/contacts', ntfy);
  expect([again.status, again.body.id]).toEqual([200, made.body.id]);
  const listed = await owner.get<Contact[]>('/contacts');
  expect(listed.body.map(({ id }) => id)).toEqual([made.body.id]);
  expect(JSON.stringify(listed.body)).not.toContain('secret');
});

test('limits the guesses at the code of an e-mail address, and names the field of a wrong one', async () => {
  await using mail = await testMailServer();
  const smtp = { smtpUrl: mail.url, smtpFrom: 'inbox@example.com' };
  await using server = await testServer(smtp);
  const { owner } = server.as;
  const address = 'ann@example.com';
  const { body } = await owner.post<Contact>('/contacts', { kind: 'email', address });
  expect(body).toMatchObject({ verifiedAt: null, address: '….com' });
  const [sent] = await mail.has(1);
  const enter = (code: string) => owner.post(`/contacts/${body.id}/verify`, { code });
  const wrong = codeIn(sent) === '000000' ? '000001' : '000000';
  for (let count = 0; count < 5; count++) {
    expect((await enter(wrong)).body).toMatchObject({ errors: [{ path: ['code'] }] } as never);
  }
  expect((await enter(codeIn(sent))).status).toBe(429);
});

const typings: Record<string, (code: string) => string> = {
  'with a blank': (code) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
  'with a hyphen': (code) => `${code.slice(0, 3)}-${code.slice(3)}`,
  'full-width': (code) =>
    code.replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
  'in Arabic': (code) => code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''),
};

test('takes the code of an e-mail address however it is typed', async () => {
  await using mail = await testMailServer();
  await using server = await testServer({ smtpUrl: mail.url, smtpFrom: 'inbox@example.com' });
  const { owner } = server.as;
  for (const [at, [how, typed]] of Object.entries(typings).entries()) {
    const address = `ann-${at}@example.com`;
    const { body } = await owner.post<Contact>('/contacts', { kind: 'email', address });
    const sent = (await mail.has(at + 1)).at(-1);
    const entered = await owner.post(`/contacts/${body.id}/verify`, { code: typed(codeIn(sent)) });
    expect([how, entered.status]).toEqual([how, 200]);
  }
});

test.each([
  ['ntfy', { ntfyUrl: 'http://127.0.0.1:9/secret-path' }, 'secret-topic', '127.0.0.1:9'],
  ['ntfy', {}, 'http://127.0.0.1:9/secret-topic', '127.0.0.1:9'],
  ['apprise', { appriseUrl: 'http://127.0.0.1:9/secret-path' }, 'secret-key', '127.0.0.1:9'],
  [
    'email',
    {
      smtpUrl: 'smtp://secret-user:secret-word@127.0.0.1:9?requireTLS=true',
      smtpFrom: 'inbox@example.com',
    },
    'secret-ann@example.com',
    '127.0.0.1',
  ],
  ['slack', { slackAppToken: APP_TOKEN, slackBotToken: BOT_TOKEN }, 'U012AB3CD', '127.0.0.1:9'],
] as const)(
  'names the host alone that a test of %s is handed to',
  async (kind, flags, address, host) => {
    await using server = await testServer({
      webhookAllow: '127.0.0.1',
      slackUrl: 'http://127.0.0.1:9/api',
      ...flags,
    });
    const { owner } = server.as;
    const { body: contact } = await owner.post<Contact>('/contacts', { kind, address });
    const { body: begun } = await owner.post<Test>(`/contacts/${contact.id}/test`);
    const { body: test } = await owner.get<Test>(`/contacts/${contact.id}/tests/${begun.id}`);
    expect([begun.host, test.host]).toEqual([host, host]);
    expect(JSON.stringify([begun, test])).not.toContain('secret');
  },
);

test('shows a contact to its own user alone', async () => {
  await using server = await testServer();
  const [rita, sam] = [await person(server, 'rita'), await person(server, 'sam')];
  const { body } = await rita.post<Contact>('/contacts', ntfy);
  expect((await sam.get<Contact[]>('/contacts')).body).toEqual([]);
  expect((await sam.delete(`/contacts/${body.id}`)).status).toBe(404);
  expect((await sam.post(`/contacts/${body.id}/test`)).status).toBe(404);
});

test('confirms a contact by the code in its test, and keeps its address from others until it is gone', async () => {
  await using phone = testNtfy();
  await using server = await testServer({ ntfyUrl: phone.url });
  const [rita, sam] = [await person(server, 'rita'), await person(server, 'sam')];
  const add = ({ post }: typeof rita) =>
    post<Contact>('/contacts', { kind: 'ntfy', address: 'my-topic' });
  const own = (await add(rita)).body;
  const theirs = (await add(sam)).body;
  expect([own.confirmedAt, theirs.confirmedAt]).toEqual([null, null]);
  const early = await rita.patch(`/contacts/${own.id}`, { confirmed: true });
  expect([early.status, early.body]).toMatchObject([400, { errors: [{ path: ['confirmed'] }] }]);
  expect(JSON.stringify(early.body)).toContain('the code in its test');
  const codes = async () => {
    const shown = phone.received.flatMap(({ body }) => JSON.parse(body || '{}').message ?? []);
    return shown.flatMap((text: string) => codeIn({ text }) || []);
  };
  const codeFor = async ({ post }: typeof rita, id: string) => {
    const before = (await codes()).length;
    await post<Test>(`/contacts/${id}/test`);
    return eventually(async () => (await codes())[before]);
  };
  const [mine, other] = [await codeFor(rita, own.id), await codeFor(sam, theirs.id)];
  const verify = ({ post }: typeof rita, id: string, code: string) =>
    post<Contact>(`/contacts/${id}/verify`, { code });
  expect((await verify(rita, own.id, other)).status).toBe(400);
  const confirmed = await verify(rita, own.id, mine);
  expect([confirmed.status, confirmed.body.confirmedAt]).toEqual([200, expect.any(String)]);
  const refused = [await add(sam), await verify(sam, theirs.id, other)];
  expect(refused.map(({ status }) => status)).toEqual([409, 409]);
  expect(JSON.stringify(refused)).not.toContain('rita');
  expect((await rita.get<Contact[]>('/contacts')).body).toMatchObject([{ id: own.id }]);
  await server.as.owner.delete(`/users/${rita.id}`);
  expect((await verify(sam, theirs.id, other)).status).toBe(200);
});

test('lists and removes the contacts of other users for an owner alone, without their addresses', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const [rita, sam] = [await person(server, 'rita'), await person(server, 'sam')];
  const { id } = (await rita.post<Contact>('/contacts', { ...ntfy, name: 'Phone' })).body;
  const listed = await owner.get(`/contacts?user=${rita.id}`);
  expect(listed.body).toEqual([
    {
      id,
      userId: rita.id,
      kind: 'ntfy',
      name: 'Phone',
      lastSentAt: null,
      mayAnswer: false,
      answers: false,
      answersEnded: null,
      shows: 'title',
      confirmedAt: null,
      disabledAt: null,
    },
  ] as never);
  const other = (await sam.post<Contact>('/contacts', { kind: 'ntfy', address: 'https://a.b/c' }))
    .body;
  const all = await owner.get<{ id: string; userId: string }[]>('/contacts?all=true');
  expect(all.body.map((one) => [one.id, one.userId])).toEqual([
    [id, rita.id],
    [other.id, sam.id],
  ]);
  expect(JSON.stringify([listed.body, all.body])).not.toContain('address');
  for (const query of [`user=${rita.id}`, 'all=true']) {
    expect((await sam.get(`/contacts?${query}`)).status).toBe(403);
  }
  expect((await sam.delete(`/contacts/${id}`)).status).toBe(404);
  expect((await owner.patch(`/contacts/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await owner.delete(`/contacts/${id}`)).status).toBe(200);
  expect((await rita.get<Contact[]>('/contacts')).body).toEqual([]);
  const { body } = await owner.get<AuditPage>('/audit?action=contact.deleted');
  expect(body.data).toMatchObject([{ subject: { id }, detail: { userId: rita.id } }]);
});

test('adds at most 20 contacts of a user, and one more for each that is removed', async () => {
  await using server = await testServer();
  const [rita, sam] = [await person(server, 'rita'), await person(server, 'sam')];
  const add = ({ post }: typeof rita, number: number) =>
    post<Contact>('/contacts', { kind: 'ntfy', address: `https://ntfy.sh/topic-${number}` });
  const made: string[] = [];
  for (let number = 0; number < 20; number++) made.push((await add(rita, number)).body.id);
  const refused = await add(rita, 20);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining('You have 20 contacts already'),
  ]);
  expect((await add(rita, 0)).status).toBe(200);
  expect((await add(sam, 20)).status).toBe(201);
  await rita.patch(`/contacts/${made[0]}`, { disabled: true });
  expect((await add(rita, 20)).status).toBe(409);
  await rita.delete(`/contacts/${made[0]}`);
  expect((await add(rita, 20)).status).toBe(201);
});

test('resets the delay of a contact to the default of its kind with null', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const { id } = (await owner.post<Contact>('/contacts', { ...ntfy, delaySeconds: 60 })).body;
  const { body } = await owner.patch<Contact>(`/contacts/${id}`, { delaySeconds: null });
  expect(body.delaySeconds).toBeNull();
});

test.each([
  ['a topic without a server', { kind: 'ntfy', address: 'topic' }, 'kind', 'INBOX_NTFY_URL'],
  ['what is not a topic', { kind: 'ntfy', address: 'a b' }, 'address', 'Use a topic'],
  ['a URL with a query', { kind: 'ntfy', address: 'https://x.io/t?a=1' }, 'address', 'Use a topic'],
  ['a private address', { kind: 'ntfy', address: 'http://10.0.0.1/t' }, 'address', 'not publicly'],
  ['a login', { kind: 'ntfy', address: 'https://a:b@x.io/t' }, 'address', 'and you use the topic'],
  ['another protocol', { kind: 'ntfy', address: 'ftp://x.io/t' }, 'address', 'The URL of a topic'],
  ['Apprise that is not set', { kind: 'apprise', address: 'key' }, 'kind', 'INBOX_APPRISE_URL'],
  ['mail that is not set', { kind: 'email', address: 'a@b.io' }, 'kind', 'INBOX_SMTP_URL'],
  ['Slack that is not set', { kind: 'slack', address: 'U012' }, 'kind', 'INBOX_SLACK_BOT_TOKEN'],
  ['an unknown kind', { kind: 'pigeon', address: 'coop' }, 'kind', ''],
  ['no topic without a server', { kind: 'ntfy' }, 'kind', ''],
  ['no subscription of a browser', { kind: 'webpush' }, 'address', ''],
  ['a delay below 0', { ...ntfy, delaySeconds: -1 }, 'delaySeconds', ''],
  ['an unknown urgency', { ...ntfy, from: 'panic' }, 'from', ''],
])('refuses %s and names the field', async (_, body, field, says) => {
  await using server = await testServer();
  const refused = await server.as.owner.post('/contacts', body);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ errors: [{ path: [field] }] } as never);
  expect(JSON.stringify(refused.body)).toContain(says);
  expect((await server.as.owner.get('/contacts')).body).toEqual([] as never);
});

test.each(['C012AB3CD', 'D012AB3CD', 'u012ab3cd', '@ann', 'U012,U034', '<@U012AB3CD>'])(
  'refuses %s as a Slack member ID',
  async (address) => {
    const tokens = { slackAppToken: APP_TOKEN, slackBotToken: BOT_TOKEN };
    await using slack = testSlack();
    await using server = await testServer({ ...tokens, slackUrl: slack.url });
    const refused = await server.as.owner.post('/contacts', { kind: 'slack', address });
    expect(refused.body).toMatchObject({ errors: [{ path: ['address'] }] } as never);
    expect(JSON.stringify(refused.body)).toContain('member ID');
  },
);

test('keeps the rules of a user, and refuses an unknown time zone', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const rules = {
    timeZone: 'Europe/Berlin',
    highBreaksThrough: true,
    reminders: false,
    quiet: [{ days: [1, 2], from: '22:00', to: '07:00' }],
  };
  const digests = [
    [undefined, false],
    ['06:30', '06:30'],
    [true, '08:00'],
    [false, false],
    [null, false],
  ];
  for (const [digest, kept] of digests) {
    expect((await owner.put('/attention', { ...rules, digest })).status).toBe(200);
    expect((await owner.get('/attention')).body).toEqual({ ...rules, digest: kept } as never);
  }
  const refused = await owner.put('/attention', { ...rules, timeZone: 'Mars/Olympus' });
  expect(refused.body).toMatchObject({ errors: [{ path: ['timeZone'] }] } as never);
  const message = expect.stringContaining('Use a time such as');
  expect((await owner.put('/attention', { ...rules, digest: 'noon' })).body).toMatchObject({
    errors: [{ path: ['digest'], message }],
  } as never);
});

test('refuses a ladder with users who do not see the channel, each by its path', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  const [rita, sam] = [await person(server, 'rita', [id]), await person(server, 'sam')];
  const steps = [{ afterSeconds: 60, people: [rita.id, sam.id] }];
  const refused = await server.as.owner.put(`/agents/${id}/ladder`, { steps });
  expect(refused.body).toMatchObject({
    errors: [{ path: ['steps', '0', 'people', '1'] }],
  } as never);
  const kept = [{ afterSeconds: 60, people: [rita.id] }];
  expect((await server.as.owner.put(`/agents/${id}/ladder`, { steps: kept })).status).toBe(200);
  expect((await server.as.owner.get(`/agents/${id}/ladder`)).body).toEqual({
    steps: kept,
  } as never);
});

test('stores nothing of a question with `require` when it reaches nobody', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const ask = (notify: object) =>
    server.as.agent.post<Message>('/messages', { channelId, review: { type: 'approval', notify } });
  expect((await ask({ require: true })).status).toBe(409);
  const unknown = await ask({ people: ['nobody'] });
  expect(unknown.body).toMatchObject({
    errors: [{ path: ['review', 'notify', 'people', '0'] }],
  } as never);
  const { body } = await server.as.agent.get<{ data: Message[] }>(`/messages?channel=${channelId}`);
  expect(body.data).toEqual([]);
  await server.as.owner.post('/contacts', ntfy);
  const asked = await ask({ require: true });
  expect([asked.status, asked.body.review?.reach.reachable]).toEqual([201, 1]);
});

/** The owner with a server of ntfy, and where the apps of their contacts subscribe. */
async function withTopics(server: TestServer) {
  const { owner } = server.as;
  const make = () => owner.post<NewContact>('/contacts', { kind: 'ntfy', name: 'Phone' });
  const subscription = (id: string) => owner.get<Subscription>(`/contacts/${id}/subscription`);
  return { owner, make, subscription };
}

test('makes a topic that nobody can guess, and shows it until the contact is confirmed', async () => {
  await using ntfy = testNtfy();
  await using server = await testServer({ ntfyUrl: ntfy.url, ntfyReplyTopic: 'replies' });
  const { owner, make, subscription } = await withTopics(server);
  const { status, body } = await make();
  const { topic = '', ...where } = body.subscription ?? {};
  expect([status, where]).toEqual([
    201,
    {
      server: ntfy.url,
      url: `ntfy://${new URL(ntfy.url).host}/${topic}?secure=false`,
    },
  ]);
  expect(topic).toMatch(/^inbox-[0-9a-f]{32}$/);
  expect((await make()).body.subscription?.topic).not.toBe(topic);
  expect((await subscription(body.id)).body.topic).toBe(topic);
  const { token } = (await owner.post<NewToken>('/tokens', { name: 'T' })).body;
  expect((await server.as.key(token).get(`/contacts/${body.id}/subscription`)).status).toBe(403);
  const seen = await Promise.all(['/contacts', '/audit', '/events'].map((path) => owner.get(path)));
  expect(JSON.stringify(seen)).not.toContain(topic);
  await owner.post(`/contacts/${body.id}/test`);
  const shown = await eventually(() => ntfy.shown(topic).find(({ title }) => title === 'Test'));
  const code = codeIn({ text: shown.message });
  expect(shown.message).toContain('The link opens only in the network of the inbox');
  expect((await owner.post(`/contacts/${body.id}/verify`, { code })).status).toBe(200);
  expect((await subscription(body.id)).status).toBe(409);
});

test('replaces a topic, and sends nothing more to the former one', async () => {
  await using ntfy = testNtfy();
  await using server = await testServer({ ntfyUrl: ntfy.url });
  const { owner, make, subscription } = await withTopics(server);
  const { body: first } = await make();
  const replaced = await owner.post<NewContact>(`/contacts/${first.id}/subscription`);
  expect(replaced).toMatchObject({ status: 201, body: { name: 'Phone', confirmedAt: null } });
  expect((await owner.get<Contact[]>('/contacts')).body.map(({ id }) => id)).toEqual([
    replaced.body.id,
  ]);
  expect((await subscription(first.id)).status).toBe(404);
  const channel = await server.channel();
  const review = { type: 'approval', payload: { title: 'Deploy?' } };
  await server.as.agent.post('/messages', { channelId: channel.id, review });
  await eventually(() => ntfy.shown(replaced.body.subscription?.topic ?? '')[0]);
  expect(ntfy.shown(first.subscription?.topic ?? '')).toEqual([]);
});

test('has no subscription for a topic of a person', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const { body } = await owner.post<Contact>('/contacts', ntfy);
  expect((await owner.get(`/contacts/${body.id}/subscription`)).status).toBe(409);
  expect((await owner.post(`/contacts/${body.id}/subscription`)).status).toBe(409);
});
