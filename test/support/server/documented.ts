/** Holds every answer that a test gets against the interface's own document. */

import { expect } from 'bun:test';
import { type Schema, Validator } from '@cfworker/json-schema';

type Answer = { content?: Record<string, { schema: object }>; headers?: Record<string, unknown> };
type Operation = { responses: Record<string, Answer & { $ref?: string }> };
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, object>;
  components: {
    schemas: Record<string, { examples?: unknown[] }>;
    responses: Record<string, Answer>;
  };
};

let known: Promise<Document> | undefined;
let routes: Promise<Route[]> | undefined;
const validators = new Map<string, Validator>();

/** The document is made of the code, so one server's is every server's. */
export const documentOf = (url: string) =>
  (known ??= readDocument(url).catch((error) => {
    known = undefined;
    throw error;
  }));

const readDocument = async (url: string) =>
  (await fetch(`${url}/openapi.json`)).json() as Promise<Document>;

type Route = { pattern: string; fits: RegExp; operations: Record<string, Operation> };

/** A literal path before one with parameters. */
const routesOf = ({ paths }: Document): Route[] =>
  Object.entries(paths)
    .map(([pattern, operations]) => ({
      pattern,
      operations,
      fits: new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    }))
    .sort((one, other) => one.pattern.split('{').length - other.pattern.split('{').length);

/** Headers that a client may act on; what browsers and caches read is the same everywhere. */
const TOLD =
  /^(inbox-|ratelimit-|retry-after|x-request-id|allow$|etag|content-disposition|content-range|accept-ranges)/;

/** Fails if the status, the type, the headers or the body of an answer differ from the document. */
export async function expectDocumented(
  url: string,
  method: string,
  path: string,
  response: Response,
  body: unknown,
): Promise<void> {
  const document = await documentOf(url);
  routes ??= documentOf(url).then(routesOf);
  const found = operationAt(await routes, method, path.split('?')[0] ?? path);
  if (!found) return;
  const [name, operation] = found;
  const answer = answerAt(document, operation, response.status);
  expect(answer, `${name} answered ${response.status}, which is not documented`).toBeDefined();
  const described = Object.keys(answer?.headers ?? {}).map((header) => header.toLowerCase());
  const reported = [...response.headers.keys()].filter((header) => TOLD.test(header));
  const missing = reported.filter((header) => !described.includes(header));
  expect(missing, `${name} ${response.status} has headers that are not documented`).toEqual([]);
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const types = Object.keys(answer?.content ?? {});
  const isKnown = type === '' || types.includes(type) || types.includes('*/*');
  expect(isKnown, `${name} ${response.status} is ${type}, which is not documented`).toBe(true);
  const schema = answer?.content?.['application/json']?.schema;
  if (!schema || !response.headers.get('content-type')?.startsWith('application/json')) return;
  const validator = validatorOf(document, `${name} ${response.status}`, schema);
  const { errors } = validator.validate(body);
  expect(errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)).toEqual([]);
}

/** Answers that many operations give are in the document once. */
function answerAt({ components }: Document, { responses }: Operation, status: number) {
  const { $ref, ...answer } = responses[status] ?? {};
  if ($ref) return components.responses[$ref.split('/').at(-1) ?? ''];
  return responses[status] && (answer as Answer);
}

/** The documented operation that a request meets. */
function operationAt(all: Route[], method: string, path: string) {
  for (const { pattern, fits, operations } of all) {
    const operation = operations[method.toLowerCase()];
    if (operation && fits.test(path)) return [`${method} ${pattern}`, operation] as const;
  }
  return undefined;
}

function validatorOf({ components }: Document, name: string, schema: object): Validator {
  const kept = validators.get(name);
  if (kept) return kept;
  const schemas = schemasWithin(schema, components.schemas);
  const made = new Validator({ ...schema, components: { schemas } } as Schema, '2020-12');
  validators.set(name, made);
  return made;
}

type Schemas = Document['components']['schemas'];

/** The named schemas that one refers to, at any depth: a validator of all of them is slow to make. */
function schemasWithin(schema: object, all: Schemas, found: Schemas = {}): Schemas {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    const named = all[name];
    if (!named || Object.hasOwn(found, name)) continue;
    found[name] = named;
    schemasWithin(named, all, found);
  }
  return found;
}
