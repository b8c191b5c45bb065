/** Requests made of the interface's document: those that it describes, and their near neighbours. */
import fc, { type Arbitrary } from 'fast-check';
import {
  arbitraryOf,
  maybe,
  type Named,
  odd,
  pick,
  property,
  type Schema,
  wide,
} from './values.ts';
import { type CallerName, callers, resolve, type World } from './world.ts';

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
};
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type Described = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Named };
};
export type Fuzzed = {
  method: string;
  path: string;
  caller: CallerName;
  parameters: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
  isRaw: boolean;
};
export type Ready = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

const jsonType = { 'content-type': 'application/json' };

/** A password's hash takes as long as thirty other requests. */
const HASHES = /\/(auth\/(login|setup)|users)\b/;

/** Any request that the document describes, or nearly so. */
export function requests({ paths, components }: Described): Arbitrary<Fuzzed> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      weight: operation.requestBody && !HASHES.test(path) ? 4 : 1,
      arbitrary: requestOf(method.toUpperCase(), path, operation, components.schemas),
    })),
  );
  return fc.oneof(wide, ...operations);
}

/** One for each status that a run must have seen, for any seed. */
export const certain: Fuzzed[] = [
  asked('owner', 'GET', '/agents'),
  asked('agent', 'POST', '/messages', { channelId: '@channel0', text: 'Deployed' }),
  asked('agent', 'POST', '/messages', { channelId: '@channel0', text: 7 }),
  asked('nobody', 'GET', '/agents'),
  asked('agent', 'GET', '/keys'),
  asked('agent', 'GET', '/messages/nothing'),
  // The world has used that clientId for another body.
  asked('agent', 'POST', '/messages', { channelId: '@channel0', text: 'x', clientId: 'once' }),
];

function asked(caller: CallerName, method: string, path: string, body?: unknown): Fuzzed {
  const headers = body === undefined ? {} : jsonType;
  const nothing = { parameters: {}, isRaw: false };
  return { ...nothing, caller, method, path: `/api/v1${path}`, headers, body };
}

function requestOf(method: string, path: string, operation: Operation, named: Named) {
  const { parameters = [], requestBody } = operation;
  const values = parameters.map(({ name, schema, required, in: where }) => {
    const value = where === 'path' ? pathPart(path, schema, named) : property(name, schema, named);
    const key = `${where}:${name}`;
    return [key, maybe(value, required ? 99 : 50)] as const;
  });
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  const body = json ? jsonOf(json.schema, named) : 'multipart/form-data' in content ? forms : none;
  return fc
    .record({
      method: fc.oneof(wide, { weight: 60, arbitrary: fc.constant(method) }, otherMethods),
      path: fc.constant(path),
      caller: fc.oneof(wide, { weight: 3, arbitrary: likely }, fc.constantFrom(...callers)),
      parameters: fc.record(Object.fromEntries(values)),
      more: fc.oneof(wide, { weight: 12, arbitrary: fc.constant({}) }, oddHeaders),
      sent: body,
    })
    .map(
      ({ more, sent, ...rest }): Fuzzed => ({
        ...rest,
        headers: { ...sent.headers, ...(more as Record<string, string>) },
        body: sent.body,
        isRaw: sent.isRaw,
      }),
    );
}

const likely = fc.constantFrom<CallerName[]>('agent', 'owner');
const otherMethods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS');

const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'range',
    'if-none-match',
    'if-range',
    'accept',
    'accept-encoding',
    'origin',
    'authorization',
    'cookie',
    'idempotency-key',
    'x-api-key',
    'sec-fetch-site',
    'expect-ct',
  ),
  fc.oneof(
    wide,
    fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=9-', 'bytes=0-99999999999999999999', '*'),
    fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'Bearer ', 'inbox_session='),
    fc.string({
      maxLength: 30,
      unit: fc.integer({ min: 33, max: 255 }).map((n) => String.fromCharCode(n)),
    }),
  ),
  { maxKeys: 3 },
);

function pathPart(path: string, schema: Schema, named: Named) {
  const [, kind = ''] = /\/(messages|reviews|agents|files|keys|users|tokens)\/\{/.exec(path) ?? [];
  const pool = kinds[kind] ?? 'stream';
  return fc.oneof(wide, { weight: 15, arbitrary: pick(pool) }, arbitraryOf(schema, named), odd);
}

const kinds: Record<string, string> = {
  messages: 'message',
  reviews: 'message',
  agents: 'channel',
  files: 'file',
  keys: 'key',
  users: 'user',
  tokens: 'token',
};

type Sent = { headers: Record<string, string>; body: unknown; isRaw: boolean };

const jsonOf = (schema: Schema, named: Named): Arbitrary<Sent> =>
  fc.oneof(
    wide,
    {
      weight: 15,
      arbitrary: arbitraryOf(schema, named).map((body) => ({
        headers: jsonType,
        body,
        isRaw: false,
      })),
    },
    odd.map((body) => ({ headers: jsonType, body, isRaw: false })),
    texts.map((body) => ({ headers: jsonType, body, isRaw: true })),
  );

/** Bodies that are not JSON, or JSON that no encoder writes. */
const texts = fc.constantFrom(
  '',
  '{',
  '{}',
  '[]',
  'null',
  '"',
  '\ufeff{}',
  '{"a":1e999}',
  '{"__proto__":{"text":"x"}}',
  '{"channelId":"a","channelId":"b"}',
  '{"text":"\\ud800"}',
  '01',
  "{'a':1}",
  '{"a":1,}',
  '\0',
  '['.repeat(65),
  `${'['.repeat(64)}${']'.repeat(64)}`,
  '{"a":'.repeat(100_000),
  ' '.repeat(2 ** 20 + 1),
);

/** None, or one that nobody asked for. */
const none: Arbitrary<Sent> = fc.oneof(
  wide,
  { weight: 6, arbitrary: fc.constant({ headers: {}, body: undefined, isRaw: false }) },
  texts.map((body) => ({ headers: jsonType, body, isRaw: true })),
);

/** Multipart bodies: two in three well-formed, with any parts. */
const forms: Arbitrary<Sent> = fc
  .record({
    parts: fc.array(
      fc.record({
        name: fc.constantFrom(
          'channelId',
          'channelId',
          'file',
          'file',
          'channel',
          'other',
          '',
          '__proto__',
        ),
        filename: fc.option(
          fc.constantFrom('a.txt', '', '../../x', 'ü.png', 'a\\"b', 'x'.repeat(5000), '\0'),
        ),
        type: fc.option(
          fc.constantFrom('text/plain', 'image/svg+xml', 'x', 'text/html;a=b', 'é', ''),
        ),
        value: fc.oneof(
          wide,
          pick('channel'),
          pick('channel'),
          fc.string(),
          fc.constant('x'.repeat(100_000)),
        ),
      }),
      { maxLength: 5 },
    ),
    end: fc.constantFrom('--b--\r\n', '--b--\r\n', '--b--\r\n', '--b', '', '\r\n--b--\r\n--b\r\n'),
    type: fc.oneof(
      wide,
      { weight: 10, arbitrary: fc.constant('multipart/form-data; boundary=b') },
      fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/mixed; boundary=b',
      ),
    ),
  })
  .map(({ parts, end, type }) => ({
    headers: { 'content-type': type },
    body: [...parts.map(partOf), end],
    isRaw: true,
  }));

type Part = { name: string; filename: string | null; type: string | null; value: string };

function partOf({ name, filename, type, value }: Part): unknown[] {
  const file = filename === null ? '' : `; filename="${filename}"`;
  const kind = type === null ? '' : `\r\nContent-Type: ${type}`;
  return [
    `--b\r\nContent-Disposition: form-data; name="${name}"${file}${kind}\r\n\r\n`,
    value,
    '\r\n',
  ];
}

/** So that a poll that nobody answers costs no half minute. */
const isShort = (timeout: string | null) => timeout !== null && !(Number(timeout) > 20);

/** The request with the ids of the world in it, as `fetch` takes it. */
export function ready(fuzzed: Fuzzed, { pools, credentials }: World): Ready {
  const { method, caller, isRaw } = fuzzed;
  const query = new URLSearchParams();
  const headers: Record<string, string> = { ...credentials[caller], ...fuzzed.headers };
  let { path } = fuzzed;
  for (const [key, value] of Object.entries(fuzzed.parameters)) {
    if (value === undefined) continue;
    const [where = '', name = ''] = key.split(':');
    const resolved = resolve(value, pools);
    const text = (
      typeof resolved === 'object' ? JSON.stringify(resolved) : String(resolved)
    ).toWellFormed();
    if (where === 'query') query.append(name, text);
    else if (where === 'path')
      path = path.replace(`{${name}}`, () => encodeURIComponent(text.slice(0, 3000)));
    else if (/^[\x21-\x7e]+$/.test(text)) headers[name] = text.slice(0, 300);
  }
  if (path.endsWith('/wait') && !isShort(query.get('timeout'))) query.set('timeout', '5');
  const body = resolve(fuzzed.body, pools);
  const search = query.size > 0 ? `?${query}`.slice(0, 6000) : '';
  return {
    method,
    path: path + search,
    headers,
    ...(body === undefined || method === 'GET' || method === 'HEAD'
      ? {}
      : { body: isRaw ? [body].flat(2).join('') : (JSON.stringify(body) ?? '') }),
  };
}
