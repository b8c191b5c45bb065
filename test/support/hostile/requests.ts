/** Requests that try to hold a server's event loop, each kind by its name. */
import { randomLetters } from '../machine/random.ts';
import { patterns, wideForm } from './payloads.ts';
import type { HostileWorld } from './world.ts';

export type Hostile = {
  method: string;
  path: string;
  by: 'agent' | 'owner' | 'nobody';
  headers?: Record<string, string>;
  body?: string;
  /**
   * Spoken by hand: nobody reads the answer until the client leaves, the body lacks its end until
   * then, or it is chunked and empty.
   */
  way?: 'unread' | 'endless' | 'chunked';
};
type Pick = <T>(from: readonly T[]) => T;
type Row = { weight: number; make: (world: HostileWorld, pick: Pick) => Hostile };

const json = { 'content-type': 'application/json' };
const times = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => of(n));
const by = (by: Hostile['by'], method: string, path: string, body?: unknown): Hostile => ({
  by,
  method,
  path,
  ...(body === undefined
    ? {}
    : { headers: json, body: typeof body === 'string' ? body : JSON.stringify(body) }),
});
const send = (channelId: string, rest: object) =>
  by('agent', 'POST', '/messages', { channelId, ...rest });
const ask = (channelId: string, type: string, payload: object) =>
  send(channelId, { review: { type, payload } });
const answer = (id: string, response: object) =>
  by('owner', 'POST', `/reviews/${id}/respond`, { response });

const nested = (depth: number, wrap: (inner: object) => object, inner: object) =>
  times(depth, () => 0).reduce<object>((schema) => wrap(schema), inner);
const deepSchemas = [
  nested(55, (then) => ({ if: true, then }), { required: times(55_000, () => 'a') }),
  nested(25, (inner) => ({ allOf: [inner] }), { allOf: times(9000, () => ({ required: ['a'] })) }),
  { allOf: times(12_000, () => ({ required: ['a'] })) },
  { anyOf: times(12_000, (n) => ({ const: n })) },
  { properties: Object.fromEntries(times(12_000, (n) => [`p${n}`, { type: 'string' }])) },
  { enum: times(60_000, (n) => n) },
  doubling(13),
  doubling(40),
];

function doubling(depth: number) {
  const all = times(depth, (n) => {
    const next = { $ref: `#/$defs/d${n + 1}` };
    return [`d${n}`, { allOf: [next, next] }];
  });
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(all), [`d${depth}`]: {} } };
}

const runs = [28, 200, 5000, 200_000].flatMap((n) => [
  `${'a'.repeat(n)}!`,
  `${'a '.repeat(n / 2)}!`,
  ','.repeat(n),
]);

const LARGEST = 256 * 1024;
const largeTexts = [
  `${'e\u0301'.repeat(85_000)} needle`,
  randomLetters(LARGEST - 10, 1),
  'a'.repeat(LARGEST),
  'é'.repeat(LARGEST / 2),
  `${'[*_'.repeat(80_000)}`,
  '>'.repeat(LARGEST),
  ...times(4, (n) => randomLetters(8100, n + 2)),
  String.fromCodePoint(...times(20_000, (n) => 0x4e00 + n)),
];

const pairs = (count: number) =>
  times(count, (n) => String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))).join(' ');
const searches = [
  'zq',
  'e',
  'zzzzzz',
  'needle',
  'needle zq',
  '"',
  'a'.repeat(1000),
  'e '.repeat(500),
  pairs(330),
  times(140, (n) => `dep${n}`).join(' '),
  'aaa aaaa aaaaa',
  '\0',
  'ﷺ',
];
const filters = [
  '',
  '&review=any',
  '&review=pending',
  '&has_attachments=true',
  '&has_attachments=false',
];

const keys = (count: number) => Object.fromEntries(times(count, (n) => [n.toString(36), 1]));
/** Cut in lists, and just not. */
const metadata = [keys(5000), keys(2100), { m: 'y'.repeat(64_000) }, { m: '\u0001'.repeat(2600) }];

const listed = [
  '/messages?limit=100',
  '/messages?limit=100&after=0',
  '/messages?limit=100&search=e',
  '/reviews/pending?limit=100',
  '/events?after=0',
  '/messages?limit=100&review=any',
];

/** Each reads a whole table. */
const entire = [
  '/reviews/export',
  '/reviews/facets',
  '/counts',
  '/audit/chain',
  '/audit/comparison',
];

const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'text/event-stream',
  'multipart/form-data; boundary=b',
  'application/octet-stream',
  'nonsense',
  '',
];

const wrong = [
  { attachmentIds: times(100_000, () => 1) },
  { metadata: Object.fromEntries(times(60_000, (n) => [`k${n}`, n])) },
  { metadata: 'x'.repeat(500_000), text: 1, status: 2, review: [], streamId: {} },
  { review: { type: 'diff-review', payload: { files: times(25_000, () => ({})) } } },
  { review: { type: 'selection', payload: { items: times(25_000, () => ({})) } } },
  { review: { type: 'selection', payload: { items: times(25_000, (n) => `i${n % 2}`) } } },
  { review: { type: 'form', payload: { fields: times(10_000, () => ({ name: 'a' })) } } },
  { review: { type: 'approval', payload: { options: times(20_000, (n) => ({ id: n })) } } },
  { review: { type: 'x'.repeat(100_000), payload: {} } },
  Object.fromEntries(times(50_000, (n) => [`k${n}`, null])),
];

const deepJson = [
  '['.repeat(1_000_000),
  '{"a":'.repeat(150_000),
  `${'['.repeat(64)}${']'.repeat(64)}`,
  `{"metadata":${`${'['.repeat(60)}${'1,'.repeat(200)}1${']'.repeat(60)}`}}`,
  `[${`${'['.repeat(60)}${']'.repeat(60)},`.repeat(8000)}1]`,
  `[${'{},'.repeat(300_000)}1]`,
  `"${'\\u0000'.repeat(160_000)}"`,
  `[${'1e999,'.repeat(150_000)}1]`,
  ' '.repeat(1_048_570),
  `{${'"a":1,'.repeat(140_000)}"a":1}`,
  '{"__proto__":{"text":"x"}}',
];

const headers: Record<string, string>[] = [
  { 'x-long': 'x'.repeat(12_000) },
  Object.fromEntries(times(90, (n) => [`x-h${n}`, 'y'.repeat(100)])),
  { cookie: `inbox_session=${'a'.repeat(10_000)}` },
  { cookie: times(900, (n) => `c${n}=1`).join('; ') },
  { range: `bytes=${times(1500, (n) => `${n}-${n}`).join()}` },
  { authorization: `Bearer hp_${'0'.repeat(10_000)}` },
  { accept: times(1000, () => '*/*').join() },
  { origin: `http://${'a.'.repeat(3000)}com`, 'idempotency-key': 'k'.repeat(5000) },
];

const parts = (count: number, name: string) =>
  `${`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`.repeat(count)}--b--\r\n`;
const forms = [
  parts(10_000, 'channelId'),
  parts(1, 'x'.repeat(500_000)),
  '--b\r\n'.repeat(150_000),
  '\r\n'.repeat(400_000),
  `--b\r\n${'a: b\r\n'.repeat(100_000)}\r\n--b--`,
  '-'.repeat(900_000),
];

const heavy: Record<string, Row> = {
  'deep schema': {
    weight: 2,
    make: ({ channel }, pick) => ask(channel, 'freeform', { schema: pick(deepSchemas) }),
  },
  'wide form': { weight: 2, make: ({ channel }, pick) => ask(channel, 'form', pick(wideForms)) },
  'answer to a wide form': {
    weight: 4,
    make: ({ wide }, pick) =>
      answer(
        pick(wide),
        pick([{ f0: 'no' }, Object.fromEntries(times(100, (n) => [`f${n}`, 'no']))]),
      ),
  },
  'items that are alike': {
    weight: 3,
    make: ({ unique }, pick) => answer(pick(unique), { l: pick(manyItems) }),
  },
  pattern: {
    weight: 4,
    make: ({ channel }, pick) =>
      ask(channel, 'freeform', {
        schema: { properties: { t: { type: 'string', pattern: pick(patterns) } } },
      }),
  },
  'answer to a pattern': {
    weight: 8,
    make: ({ patterned }, pick) => answer(pick(patterned), { t: pick(runs) }),
  },
  'large text': {
    weight: 3,
    make: ({ channel }, pick) => send(channel, { text: pick(largeTexts) }),
  },
  'large question': {
    weight: 1,
    make: ({ channel }, pick) =>
      send(channel, {
        text: pick(largeTexts),
        review: { type: 'freeform', payload: { description: 'y'.repeat(200_000) } },
      }),
  },
  'large permission': {
    weight: 1,
    make: ({ channel }, pick) =>
      ask(channel, 'permission', {
        tool: 'Bash',
        input: { command: pick(largeTexts).slice(0, 100_000), old_string: '\n'.repeat(50_000) },
      }),
  },
  'large metadata': {
    weight: 3,
    make: ({ channel }, pick) =>
      send(channel, {
        text: pick(largeTexts),
        metadata: pick(metadata),
        review: { type: 'freeform', payload: pick(metadata) },
      }),
  },
  'answers that nobody reads': {
    weight: 6,
    make: (_, pick) => ({ ...by(pick(['agent', 'owner']), 'GET', pick(listed)), way: 'unread' }),
  },
  'streams that nobody reads': {
    weight: 3,
    make: () => ({
      ...by('agent', 'GET', '/events?after=0'),
      headers: { accept: 'text/event-stream' },
      way: 'unread',
    }),
  },
  'bodies that never end': {
    weight: 3,
    make: ({ channel }, pick) => ({
      ...send(channel, { text: pick(largeTexts) }),
      way: 'endless',
    }),
  },
  'large draft': {
    weight: 3,
    make: (_, pick) =>
      by('agent', 'PATCH', `/messages/streams/s${pick([1, 2, 3, 4])}`, { text: pick(largeTexts) }),
  },
  search: {
    weight: 12,
    make: (_, pick) =>
      by(
        'owner',
        'GET',
        `/messages?limit=${pick([1, 100])}&search=${encodeURIComponent(pick(searches)).slice(0, 3000)}${pick(filters)}`,
      ),
  },
  list: {
    weight: 12,
    make: ({ channel }, pick) =>
      by(
        pick(['owner', 'agent'] as const),
        'GET',
        pick([
          `/messages?limit=100${pick(filters)}`,
          `/messages?channel=${channel}&limit=100${pick(filters)}`,
          '/agents',
          '/files?limit=100',
          '/keys',
          '/deliveries',
          '/users',
        ]),
      ),
  },
  'what reads all': { weight: 1, make: (_, pick) => by('owner', 'GET', pick(entire)) },
  pending: { weight: 1, make: () => by('owner', 'GET', '/reviews/pending') },
  'wide query': {
    weight: 4,
    make: (_, pick) =>
      by(
        'owner',
        'GET',
        `/messages?${pick([times(1500, (n) => `a${n}=1`), times(700, () => 'search=a'), times(400, () => 'channel=%ff')]).join('&')}`,
      ),
  },
  headers: {
    weight: 8,
    make: (_, pick) => ({
      ...by(pick(['owner', 'nobody'] as const), 'GET', '/messages?limit=1'),
      headers: pick(headers),
    }),
  },
  violations: { weight: 5, make: ({ channel }, pick) => send(channel, pick(wrong)) },
  JSON: {
    weight: 6,
    make: (_, pick) =>
      by(
        pick(['agent', 'nobody'] as const),
        'POST',
        pick(['/messages', '/agents', '/auth/login']),
        pick(deepJson),
      ),
  },
  'form parts': {
    weight: 3,
    make: (_, pick) => ({
      ...by('agent', 'POST', pick(['/files/store', '/files/upload'])),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: pick(forms),
    }),
  },
  stranger: {
    weight: 6,
    make: (_, pick) =>
      by(
        'nobody',
        pick(['GET', 'POST', 'DELETE']),
        pick(['/messages', `/${'x/'.repeat(2000)}`, '/reviews/pending']),
      ),
  },
};

const wideForms = [wideForm(100, 600), wideForm(100, 50), wideForm(1, 5000), wideForm(5000, 1)];
const manyItems = [2000, 8000, 30_000].map((count) => times(count, (a) => ({ a })));

const oddTexts = [
  '',
  'Deployed',
  '\0',
  '\ud800',
  '\u202e\u200b',
  '😀'.repeat(20),
  'e\u0301',
  '[x](javascript:0) <b>',
  '__proto__',
  'x'.repeat(201),
];
const oddValues = [null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], ...oddTexts];
const fields =
  'text name channelId clientId status metadata review response token code email at url'.split(' ');
const oddBodies = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"text":"x"}}',
  '{"text":"\\ud800"}',
  '['.repeat(65),
  parts(2, 'file'),
  ...fields.flatMap((field) => oddValues.map((value) => JSON.stringify({ [field]: value }))),
];

const questions = [
  { type: 'approval' },
  { type: 'approval', payload: { confirm: true }, urgency: 'low' },
  { type: 'selection', payload: { items: ['eu', 'us'], multiple: true } },
  { type: 'text-input', expiresInSeconds: 1 },
  { type: 'text-input', default: { text: 'x' } },
  { type: 'form', payload: wideForm(2, 3) },
  { type: 'freeform', payload: { schema: { type: 'object', required: ['a'] } } },
  {
    type: 'questions',
    payload: {
      questions: ['a', 'b'].map((id) => ({ id, question: '?', options: ['eu'], other: true })),
    },
  },
  { type: 'permission', payload: { tool: 'Bash', input: { command: 'ls' }, editable: true } },
  { type: 'diff-review', payload: { files: [{ path: 'a', patch: '@@ -1 +1 @@\n-a\n+b' }] } },
];
const responses = [
  {},
  { decision: 'allow', input: { command: 'ls -a' } },
  { decision: 'approve' },
  { answers: { a: { selected: ['eu'] }, b: { other: 'x' } } },
  { selected: ['eu'] },
  { text: 'x' },
  { f0: 'o1' },
];
const oddIds = [
  'x',
  '0',
  '%00',
  '%ff',
  '..%2f',
  '__proto__',
  'x'.repeat(300),
  '1e9',
  '%F0%9F%98%80',
];

const small: Record<string, Row> = {
  message: {
    weight: 12,
    make: ({ channel }, pick) =>
      send(channel, {
        text: pick(oddTexts),
        ...pick([{}, { status: pick(oddTexts) }, { metadata: { n: pick(oddValues) } }]),
        ...pick([{}, {}, { clientId: pick(['once', 'twice', '']) }]),
      }),
  },
  question: { weight: 12, make: ({ channel }, pick) => send(channel, { review: pick(questions) }) },
  answer: { weight: 10, make: ({ recent }, pick) => answer(pick(recent), pick(responses)) },
  draft: {
    weight: 4,
    make: (_, pick) =>
      by('agent', 'PATCH', `/messages/streams/s${pick([1, 2, 3, 4])}`, { text: pick(oddTexts) }),
  },
  'any route': {
    weight: 50,
    make: ({ routes, recent }, pick) => {
      const { method, path } = pick(routes.filter((route) => !entire.includes(route.path)));
      const to = path.replaceAll(/\{\w+\}/g, () => pick([pick(recent), pick(oddIds)]));
      return {
        ...by(pick(['agent', 'owner', 'owner', 'nobody']), method, `${to}?limit=2&timeout=0`),
        ...(method === 'GET'
          ? {}
          : {
              headers: { 'content-type': pick([types[0], pick(types)]) ?? '' },
              body: pick(oddBodies),
            }),
      };
    },
  },
  'small search': {
    weight: 1,
    make: ({ channel }, pick) =>
      by(
        'agent',
        'GET',
        `/messages?channel=${channel}&limit=1&search=${encodeURIComponent(pick(['zq', 'needle', 'eploy', '"', 'x']))}`,
      ),
  },
  'empty bodies in chunks': {
    weight: 6,
    make: (_, pick) => ({
      ...by(
        pick(['agent', 'owner', 'nobody']),
        pick(['POST', 'PATCH', 'PUT', 'DELETE']),
        pick(['/messages', '/agents', '/keys', '/auth/login', '/reviews/x/respond', '/contacts']),
      ),
      headers: { 'content-type': pick(types) },
      way: 'chunked',
    }),
  },
};

/** By the weights, of the rows that INBOX_HOSTILE_ROWS names, to examine a few; otherwise of all. */
const chosen = process.env.INBOX_HOSTILE_ROWS?.split(',');
const weighted = (of: Record<string, Row>) =>
  Object.entries(of)
    .filter(([name]) => chosen?.includes(name) ?? true)
    .flatMap(([name, row]) => times(row.weight, () => ({ name, make: row.make })));
const heavyRows = weighted(heavy);
const smallRows = weighted(small);

/** One of the rows by its weight; this share of them are heavy. */
export function hostileRequest(
  world: HostileWorld,
  random: () => number,
  heavyShare: number,
): { name: string; request: Hostile } {
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as never;
  const isHeavy = smallRows.length === 0 || (heavyRows.length > 0 && random() < heavyShare);
  const { name, make } = pick(isHeavy ? heavyRows : smallRows);
  return { name, request: make(world, pick) };
}
