/** Generated clients and n8n send null for what is not set: in every body it leaves the field out. */
import { expect, test } from 'bun:test';
import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { createApp } from '../../src/http/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { documentOf } from '../support/server/documented.ts';
import { testServer } from '../support/server/server.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: { if: Schema; then: Schema }[];
  const?: unknown;
  examples?: JsonObject[];
};
type Sent = { requestBody: { content: { 'application/json': { schema: Schema } } } };
type Named = Record<string, Schema>;

/** Null has a meaning here: it empties a field, or removes a limit. */
const meaningful = [
  'Ping message',
  'UpdateAgent description',
  'UpdateAgent avatarUrl',
  'UpdateAgent notifyAfterSeconds',
  'CreateToken expiresAt',
  'RotateKey oldExpiresAt',
  'UpdateContact delaySeconds',
  'SetPublicUrl publicUrl',
];

const asked = (type: string, payload: JsonObject): JsonObject => ({
  channelId: 'c',
  review: {
    type,
    payload: { ...payload, title: 'T', description: 'D' },
    expiresInSeconds: 60,
    callback: { url: 'https://example.com/', method: 'PUT', headers: { a: 'b' } },
    notify: { people: ['u'], require: true },
  },
});
const buttons = { submitLabel: 'Send', dismissLabel: 'No' };
const option = { id: 'a', label: 'A', style: 'danger', description: 'D' };
const field = { name: 'a', label: 'A', type: 'select', options: [{ value: 'x', label: 'X' }] };

/** With the examples of the document they have every object that a body may have. */
const samples: Record<string, JsonObject[]> = {
  // The client's own JSON, in which null is its business.
  '/api/v1/hooks/{client}': [{}],
  SendMessage: [
    asked('approval', { options: [option] }),
    asked('selection', { items: [option], ...buttons }),
    asked('form', { fields: [field], ...buttons }),
    asked('text-input', buttons),
    asked('questions', {
      questions: [
        {
          id: 'a',
          question: 'A?',
          header: 'A',
          options: [option],
          multiple: true,
          other: true,
          secret: true,
        },
      ],
      ...buttons,
    }),
    asked('permission', {
      tool: 'Bash',
      input: { command: 'ls' },
      preview: 'P',
      choices: [{ id: 'always', label: 'Always', decision: 'allow' }],
      editable: true,
      inputSchema: { type: 'object' },
    }),
    asked('freeform', {}),
    { channelId: 'c', text: 'T', metadata: { a: null }, attachmentIds: ['a'], clientId: 'x' },
  ],
};

test('treats null as an omitted field wherever the document says so', async () => {
  await using server = await testServer();
  const { paths, components } = await documentOf(server.url);
  const named = components.schemas as Named;
  const visited = new Set<string>();
  const sent = new Set<string>();
  for (const [name, body] of await bodies()) {
    const operation = paths[name.path]?.[name.method] as Sent | undefined;
    const schema = operation?.requestBody.content['application/json'].schema ?? {};
    const title = schema.$ref?.split('/').at(-1) ?? name.path;
    for (const one of optionalIn(schema, named, title)) sent.add(one);
    const given = [...(resolve(schema, named).examples ?? []), ...(samples[title] ?? [])];
    expect([title, given.length]).not.toEqual([title, 0]);
    for (const sample of given) {
      for (const { at, path } of placesIn(sample, schema, named, title)) {
        visited.add(at);
        if (meaningful.includes(at)) continue;
        const without = body.safeParse(changed(sample, path, undefined));
        const nulled = body.safeParse(changed(sample, path, null));
        expect([at, nulled.error?.issues]).toEqual([at, without.error?.issues]);
        expect([at, nulled.data]).toEqual([at, without.data]);
      }
    }
  }
  expect(sent.size).toBeGreaterThan(50);
  expect([...sent].filter((one) => !visited.has(one))).toEqual([]);
});

test('accepts a message with null for every absent field', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const nothing = { status: null, metadata: null, review: null, webhookUrl: null, streamId: null };
  const more = { streamState: null, attachmentIds: null, clientId: null };
  const { status, body } = await server.as.agent.post<Message>('/messages', {
    channelId,
    text: 'Deployed',
    ...nothing,
    ...more,
  });
  expect([status, body]).toMatchObject([201, { text: 'Deployed', review: null, metadata: null }]);
});

test('leaves a required field unchanged for null, and empties an optional one', async () => {
  await using server = await testServer();
  const { id } = await server.channel({ name: 'deploys', description: 'What goes out' });
  const { owner } = server.as;
  const { body } = await owner.patch(`/agents/${id}`, { name: null, description: null });
  expect(body).toMatchObject({ name: 'deploys', description: null });
});

async function bodies() {
  await using inbox = await testInbox();
  const app = createApp(inbox, { localToken: 'secret', isDraining: () => false });
  await app.modules;
  return app.routes
    .filter(({ hooks }) => hooks.body !== undefined)
    .map(({ method, path, hooks }) => {
      const pattern = path.replace(/(.)\/$/, '$1').replaceAll(/:(\w+)/g, '{$1}');
      return [{ method: method.toLowerCase(), path: pattern }, hooks.body as z.ZodType] as const;
    });
}

function resolve(schema: Schema, named: Named): Schema {
  const { $ref, anyOf } = schema;
  if ($ref) return resolve(named[$ref.split('/').at(-1) ?? ''] ?? {}, named);
  const object = anyOf
    ?.map((one) => resolve(one, named))
    .find(({ type }) => type === 'object' || type === 'array');
  return object ?? schema;
}

/** The payload of a review is described by its type. */
const rulesOf = ({ allOf = [] }: Schema) =>
  allOf.map((rule) => ({
    type: rule.if.properties?.type?.const,
    properties: rule.then.properties ?? {},
  }));

function optionalIn(schema: Schema, named: Named, at: string): string[] {
  const { properties = {}, required = [], items, ...rest } = resolve(schema, named);
  const within = [
    ...Object.entries(properties),
    ...rulesOf(rest).flatMap(({ type, properties }) =>
      Object.entries(properties).map(([name, one]) => [`${name}(${type})`, one] as const),
    ),
  ];
  return [
    ...Object.keys(properties)
      .filter((name) => !required.includes(name))
      .map((name) => `${at} ${name}`),
    ...within.flatMap(([name, one]) => optionalIn(one, named, `${at} ${name}`)),
    ...(items ? optionalIn(items, named, at) : []),
  ];
}

type Place = { at: string; path: (string | number)[] };

function placesIn(value: unknown, schema: Schema, named: Named, at: string): Place[] {
  const { properties = {}, required = [], items, ...rest } = resolve(schema, named);
  if (Array.isArray(value) && items) {
    return value.flatMap((one, index) => inside(index, placesIn(one, items, named, at)));
  }
  if (!isJsonObject(value)) return [];
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  for (const name of optional) expect([at, name, takesNull(properties[name])]).toContain(true);
  const known = rulesOf(rest).filter(({ type }) => type === value.type);
  return [
    ...optional.map((name) => ({ at: `${at} ${name}`, path: [name] })),
    ...Object.entries(properties).flatMap(([name, one]) =>
      inside(name, placesIn(value[name], one, named, `${at} ${name}`)),
    ),
    ...known.flatMap(({ type, properties }) =>
      Object.entries(properties).flatMap(([name, one]) =>
        inside(name, placesIn(value[name], one, named, `${at} ${name}(${type})`)),
      ),
    ),
  ];
}

const inside = (name: string | number, places: Place[]): Place[] =>
  places.map(({ at, path }) => ({ at, path: [name, ...path] }));

const takesNull = (schema: Schema = {}): boolean =>
  schema.anyOf?.some(takesNull) ||
  [schema.type].flat().includes('null') ||
  Object.keys(schema).every((key) => ['description', 'default'].includes(key));

function changed(value: unknown, path: (string | number)[], to: null | undefined): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  let inner = copy;
  for (const name of path.slice(0, -1)) inner = inner[name] as typeof copy;
  const last = path.at(-1) ?? '';
  if (to === undefined) delete inner[last];
  else inner[last] = to;
  return copy;
}
