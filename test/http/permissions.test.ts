import { afterAll, beforeAll, expect, test } from 'bun:test';
import { appOf } from '../support/inbox/app.ts';
import {
  CANARY,
  type CredentialName,
  firstWorld,
  type Standing,
  setUpToken,
  standings,
  type Targets,
  type World,
  worldOf,
} from '../support/inbox/credentials.ts';
import { formOf } from '../support/inbox/files.ts';
import { testInbox } from '../support/inbox/inbox.ts';

type Named = Targets & { setUpToken: string | undefined };
type Ask = {
  id?: keyof Targets;
  /** Replaces the route's path if that names no target. */
  path?: string;
  query?: (to: Named) => string;
  body?: (to: Named) => unknown;
  /** The channel to upload a file to. */
  form?: (to: Named) => string;
  /** It works once only, though it is a GET. */
  once?: true;
  /** The next request meets the same world, though this one is not a GET. */
  alike?: true;
  /** Credentials that are answered otherwise than their standing is. */
  except?: Partial<Record<CredentialName, number>>;
};
/** A stranger, a reviewer without the channel, is answered as a reviewer unless said otherwise. */
type Statuses = [
  ...[nobody: number, foreign: number, narrow: number, reviewer: number, owner: number],
  stranger?: number,
];

const inChannel: Statuses = [401, 404, 200, 200, 200, 404];
const anyone: Statuses = [401, 200, 200, 200, 200];
const agents: Statuses = [401, 404, 200, 403, 403];
/** The question is asked with the local secret. */
const asker: Statuses = [401, 404, 403, 403, 403];
const configurers: Statuses = [401, 404, 200, 403, 200];
const people: Statuses = [401, 403, 403, 200, 200];
const reviewers: Statuses = [401, 403, 403, 200, 200, 404];
const owners: Statuses = [401, 403, 403, 403, 200];
const made = (statuses: Statuses) => statuses.map((one) => (one === 200 ? 201 : one)) as Statuses;
const everyone: Statuses = [200, 200, 200, 200, 200];
const nowhere: Statuses = [401, 401, 401, 401, 401];

/** A cookie does not replace a decision link, from any page. */
const noSession = {
  "an owner's cookie from a foreign page": 401,
  "an owner's cookie without an origin": 401,
};

const email = 'new@example.com';
const password = 'correct horse';
const backup = { name: 'inbox.tar.gz', size: 1, version: '1.0.0' };
const ntfy = { kind: 'ntfy', address: 'https://ntfy.sh/mine' };
const attention = { timeZone: 'UTC', quiet: [], highBreaksThrough: false, reminders: true };
/** Requires a person's session, or the local secret. */
const noTokens = {
  'the token of a reviewer': 403,
  'the token of a reviewer without the channel': 403,
  'the token of an owner': 403,
};

/** The password is wrong, and the local secret needs none. */
const setters = (path: string): [statuses: Statuses, ask?: Ask] => [
  [401, 403, 403, 403, 403],
  {
    path,
    body: () => ({ password: 'wrong horse', settings: { appriseUrl: 'http://localhost:9' } }),
    alike: true,
    except: { 'the local secret': 200 },
  },
];
const routes: Record<string, [statuses: Statuses, ask?: Ask]> = {
  'POST /messages': [
    made(inChannel),
    { alike: true, body: ({ channel }) => ({ channelId: channel, text: 'Hi' }) },
  ],
  'GET /messages': [anyone],
  'GET /messages/:id': [inChannel, { id: 'message' }],
  'DELETE /messages/:id': [inChannel, { id: 'message' }],
  'PATCH /messages/streams/:streamId': [
    agents,
    { alike: true, id: 'stream', body: () => ({ text: 'Hi' }) },
  ],
  'POST /messages/:id/ack': [agents, { alike: true, id: 'message' }],
  'POST /messages/:id/retry': [reviewers, { id: 'message' }],
  'GET /reviews/pending': [anyone],
  'GET /reviews/retracted': [anyone],
  'GET /reviews/:id/record': [reviewers, { id: 'message' }],
  'GET /reviews/facets': [people],
  'GET /reviews/export': [people],
  'GET /counts': [anyone],
  'GET /events': [anyone, { query: () => '?after=0' }],
  'GET /reviews/:id': [inChannel, { id: 'message' }],
  'GET /reviews/:id/wait': [
    inChannel,
    { id: 'message', query: ({ channel }) => `?timeout=0&channel=${channel}` },
  ],
  'POST /reviews/:id/respond': [
    reviewers,
    { id: 'message', body: () => ({ response: { selectedOption: 'approve' } }) },
  ],
  'GET /reviews/:id/notices': [inChannel, { id: 'message' }],
  'POST /reviews/:id/withdraw': [
    asker,
    { id: 'message', except: { 'the local secret as a key': 200 } },
  ],
  'POST /reviews/:id/seen': [reviewers, { alike: true, id: 'message' }],
  'POST /reviews/:id/read': [reviewers, { alike: true, id: 'message' }],
  'DELETE /reviews/:id/read': [reviewers, { alike: true, id: 'message' }],
  'POST /hooks/:client': [
    [401, 200, 200, 403, 403],
    {
      alike: true,
      path: '/hooks/claude',
      body: () => ({}),
      except: {
        'a key of all channels': 400,
        'a key of a deleted channel': 400,
        "a key beside an owner's cookie": 200,
        'the local secret as a key': 403,
      },
    },
  ],
  'GET /files': [anyone],
  'GET /files/:id/download': [inChannel, { id: 'file' }],
  'POST /files/upload': [made(inChannel), { alike: true, form: ({ channel }) => channel }],
  'POST /files/store': [made(inChannel), { alike: true, form: ({ channel }) => channel }],
  'GET /agents': [anyone],
  'POST /agents': [[401, 201, 201, 403, 201], { body: () => ({ name: 'New' }) }],
  'GET /agents/:id': [inChannel, { id: 'channel' }],
  'PATCH /agents/:id': [owners, { alike: true, id: 'channel', body: () => ({ name: 'New' }) }],
  'GET /agents/:id/ladder': [owners, { id: 'channel' }],
  'PUT /agents/:id/ladder': [owners, { alike: true, id: 'channel', body: () => ({ steps: [] }) }],
  'POST /agents/setWebhook': [
    configurers,
    { alike: true, body: ({ channel }) => ({ channelId: channel, url: 'https://example.com/' }) },
  ],
  'POST /agents/deleteWebhook': [configurers, { body: ({ channel }) => ({ channelId: channel }) }],
  'POST /status/ping': [agents, { alike: true, body: ({ channel }) => ({ agentId: channel }) }],
  'GET /plugins': [anyone],
  'GET /plugins/:name': [anyone, { path: '/plugins/rating' }],
  'DELETE /agents/:id': [owners, { id: 'channel' }],
  'GET /keys': [owners],
  'POST /keys': [made(owners), { alike: true, body: () => ({ name: 'New' }) }],
  'POST /keys/:id/rotate': [made(owners), { id: 'key', body: () => ({}) }],
  'DELETE /keys/:id': [owners, { id: 'key' }],
  'GET /enrolments': [[401, 200, 200, 403, 200], { except: { 'the local secret as a key': 403 } }],
  'POST /enrolments': [made(owners), { alike: true, body: () => ({ client: 'claude' }) }],
  'POST /enrol': [
    nowhere,
    { body: () => ({ code: 'BBBB-BBBB', client: 'claude', host: 'laptop' }) },
  ],
  'GET /users': [owners],
  'POST /users': [made(owners), { body: () => ({ email, name: 'New' }) }],
  'PATCH /users/:id': [owners, { alike: true, id: 'user', body: () => ({ name: 'New' }) }],
  'DELETE /users/:id': [owners, { id: 'user' }],
  'GET /contacts': [people],
  'POST /contacts': [made(people), { body: () => ntfy }],
  'PATCH /contacts/:id': [[401, 403, 403, 404, 404], { path: '/contacts/1', body: () => ({}) }],
  'DELETE /contacts/:id': [[401, 403, 403, 404, 404], { path: '/contacts/1' }],
  'POST /contacts/:id/test': [[401, 403, 403, 404, 404], { path: '/contacts/1/test' }],
  'GET /contacts/:id/subscription': [
    [401, 403, 403, 404, 404],
    {
      path: '/contacts/1/subscription',
      except: noTokens,
    },
  ],
  'POST /contacts/:id/subscription': [
    [401, 403, 403, 404, 404],
    {
      path: '/contacts/1/subscription',
      except: noTokens,
    },
  ],
  'GET /contacts/:id/tests/:test': [[401, 403, 403, 404, 404], { path: '/contacts/1/tests/1' }],
  'POST /contacts/:id/verify': [
    [401, 403, 403, 404, 404],
    { path: '/contacts/1/verify', body: () => ({ code: '123456' }) },
  ],
  'GET /contacts/bots': [people],
  'POST /contacts/telegram': [[401, 403, 403, 409, 409], { body: () => ({}) }],
  'GET /contacts/telegram/:id': [[401, 403, 403, 404, 404], { path: '/contacts/telegram/1' }],
  'GET /ways': [people],
  'PUT /ways/:kind': setters('/ways/apprise'),
  'DELETE /ways/:kind': setters('/ways/apprise'),
  'POST /ways/:kind/test': setters('/ways/apprise/test'),
  'GET /public-url': [owners],
  'PUT /public-url': [
    [401, 403, 403, 403, 403],
    {
      body: () => ({ publicUrl: null, password: 'wrong horse' }),
      alike: true,
      except: { 'the local secret': 200 },
    },
  ],
  'POST /public-url/test': [
    [401, 403, 403, 403, 403],
    {
      body: () => ({ publicUrl: 'http://127.0.0.1:9', password: 'wrong horse' }),
      alike: true,
      except: { 'the local secret': 200 },
    },
  ],
  'GET /push/key': [[401, 403, 403, 409, 409]],
  'POST /notices/:id/receipt': [[401, 401, 401, 401, 401], { path: '/notices/1/receipt' }],
  'GET /notices/:id/pending': [[401, 403, 403, 404, 404], { path: '/notices/1/pending' }],
  'GET /attention': [people],
  'PUT /attention': [people, { alike: true, body: () => attention }],
  'GET /tokens': [people],
  'POST /tokens': [made(people), { alike: true, body: () => ({ name: 'New' }) }],
  'DELETE /tokens/:id': [[401, 403, 403, 404, 200], { id: 'token' }],
  'GET /deliveries': [people],
  'GET /deliveries/:id': [reviewers, { id: 'delivery' }],
  'GET /agents/:id/webhook': [owners, { id: 'channel' }],
  'GET /webhooks/failing': [people],
  'POST /agents/:id/webhook/resume': [reviewers, { id: 'channel' }],
  'POST /agents/:id/webhook/rotate': [owners, { id: 'channel' }],
  'POST /agents/:id/webhook/test': [made(owners), { id: 'channel' }],
  'GET /audit': [owners],
  'GET /backups': [owners],
  'GET /audit/chain': [owners],
  'GET /audit/comparison': [owners],
  'POST /audit/backups': [
    [401, 403, 403, 403, 403],
    { alike: true, body: () => backup, except: { 'the local secret': 201 } },
  ],
  'GET /about': [owners],
  'POST /decide': [nowhere, { except: noSession }],
  'POST /decide/answers': [nowhere, { body: () => ({ response: {} }), except: noSession }],
  'GET /decide/question': [nowhere],
  'GET /decide/files/:id': [nowhere, { id: 'file' }],
  'GET /oauth/callback': [everyone, { query: () => '?state=one&code=c', once: true }],
  'GET /auth/session': [people],
  'PATCH /auth/session': [people, { alike: true, body: () => ({ name: 'Same' }) }],
  'GET /auth/sessions': [people],
  'DELETE /auth/sessions': [people],
  'DELETE /auth/sessions/:id': [
    [401, 403, 403, 404, 404],
    { path: `/auth/sessions/${'0'.repeat(24)}` },
  ],
  'POST /auth/logout': [anyone],
  'GET /local-answers': [owners],
  'POST /local-answers': [owners, { body: () => ({ localAnswers: 'off' }) }],
  'POST /auth/password': [
    [401, 403, 403, 403, 403],
    { body: () => ({ current: 'wrong horse', next: password }) },
  ],
  'POST /auth/login': [nowhere, { body: () => ({ email, password }) }],
  'POST /auth/device': [everyone, { alike: true, body: () => ({ name: 'laptop' }) }],
  'POST /auth/device/token': [
    everyone,
    { alike: true, body: () => ({ deviceCode: 'hd_unknown' }) },
  ],
  'POST /auth/device/session': [
    everyone,
    { alike: true, body: () => ({ deviceCode: 'hd_unknown' }) },
  ],
  'GET /auth/device': [people, { query: ({ userCode }) => `?userCode=${userCode}` }],
  'POST /auth/device/approve': [people, { body: ({ userCode }) => ({ userCode }) }],
  'POST /auth/device/deny': [people, { body: ({ userCode }) => ({ userCode }) }],
  'POST /auth/setup': [
    made(owners),
    {
      body: ({ setUpToken: token }) => ({ email, password, token }),
      except: { 'the token of the setup link': 201 },
    },
  ],
};

/** Public, and nothing of a channel is in them. */
const outsideOfTheApi = ['GET /docs', 'GET /health', 'GET /openapi.json'];
/** In test/http/mcp.test.ts. */
const ofTools = ['POST /mcp', 'POST /mcp/claude-permissions'];

const credentials = Object.entries(standings) as [CredentialName, Standing][];
const credentialsOf = (...wanted: Standing[]) =>
  credentials.filter(([, standing]) => wanted.includes(standing)).map(([name]) => name);
const leak = (name: string) => [name, expect.stringContaining(CANARY)];
const order: Standing[] = ['nobody', 'foreign', 'narrow', 'reviewer', 'owner', 'stranger'];
const UNKNOWN = '01ZZZZZZZZZZZZZZZZZZZZZZZZ';

let first: Awaited<ReturnType<typeof firstWorld>>;
beforeAll(async () => {
  first = await firstWorld();
});
const worlds = freshWorlds();
afterAll(async () => {
  await worlds.leave();
  await first.inbox[Symbol.asyncDispose]();
});

test('every route has a row in the table below', async () => {
  await using inbox = await testInbox();
  const { routes: all } = await appOf(inbox);
  const names = all.map(({ method, path }) => {
    return `${method} ${path.replace('/api/v1', '').replace(/(?<=.)\/$/, '')}`;
  });
  expect(names.sort()).toEqual([...Object.keys(routes), ...outsideOfTheApi, ...ofTools].sort());
});

test.each(Object.entries(routes))(
  '%s checks who is calling',
  async (route, [expected, ask = {}]) => {
    const answers: Record<string, number> = {};
    for (const [name, standing] of credentials) {
      const world = await worlds.current();
      const { status, text } = await answerOf(world, route, ask, name);
      answers[name] = status;
      const isPrivy = ['narrow', 'reviewer', 'owner', 'elsewhere'].includes(standing);
      if (!isPrivy || status >= 400) expect([name, text]).not.toEqual(leak(name));
      if (status >= 400) expect(JSON.parse(text)).toHaveProperty('statusCode', status);
      const isChanged = ask.once || !(ask.alike || route.startsWith('GET'));
      if (status < 300 && isChanged) await worlds.leave();
    }
    const cells = credentials.map(([name, standing]) => [
      name,
      ask.except?.[name] ?? statusOf(route, expected, standing),
    ]);
    expect(answers).toEqual(Object.fromEntries(cells));
  },
);

const withoutChannel = credentialsOf('foreign', 'stranger');
const naming = Object.entries(routes).filter(
  ([, [statuses, ask = {}]]) => /4/.test(`${statuses}`) && (ask.id || ask.body || ask.form),
);

test.each(naming)('%s refuses foreign ids like unknown ones', async (route, [, ask = {}]) => {
  for (const name of withoutChannel) {
    const world = await worlds.current();
    const unknown = Object.fromEntries(Object.keys(world.to).map((target) => [target, UNKNOWN]));
    const foreign = await answerOf(world, route, ask, name);
    if (foreign.status < 400) {
      await worlds.leave();
      continue;
    }
    const to = unknown as Targets;
    expect([name, await answerOf({ ...world, to }, route, ask, name)]).toEqual([name, foreign]);
  }
});

function statusOf(route: string, expected: Statuses, standing: Standing): number {
  const [, , , reviewer, owner, stranger = reviewer] = expected;
  if (standing === 'stranger') return stranger;
  // A browser sends a cookie from any site's page, and shows no foreign page the answer.
  if (standing === 'elsewhere') return route.startsWith('GET') ? owner : 403;
  return expected[order.indexOf(standing)] ?? 0;
}

/** Until something has changed one, all credentials meet the same world. */
function freshWorlds() {
  let world: World | undefined;
  const leave = async () => {
    await world?.[Symbol.asyncDispose]();
    world = undefined;
  };
  return { current: async () => (world ??= await worldOf(first)), leave };
}

async function answerOf(
  { send, to, credentials }: World,
  route: string,
  ask: Ask,
  name: CredentialName,
) {
  const [method = '', path = ''] = route.split(' ');
  const isSetUp = name === 'the token of the setup link';
  const named = { ...to, setUpToken: isSetUp ? setUpToken : undefined };
  const target =
    (ask.path ?? path.replace(/:\w+/, ask.id ? to[ask.id] : '')) + (ask.query?.(named) ?? '');
  const answer = await send(target, { method, ...contentOf(ask, named, credentials[name]) });
  const text = await answer.text();
  return { status: answer.status, text, type: answer.headers.get('content-type') };
}

function contentOf({ body, form }: Ask, to: Named, headers: Record<string, string>): RequestInit {
  const file = new File(['hello'], 'hello.txt');
  if (form) return { headers, body: formOf(['channelId', form(to)], ['file', file]) };
  const json = { headers: { 'content-type': 'application/json', ...headers } };
  return body ? { ...json, body: JSON.stringify(body(to)) } : json;
}
