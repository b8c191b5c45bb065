/** The OpenAPI 3.1 document, made of the routes and the schemas that they validate with. */
import { z } from 'zod';
import { startSlice } from '../../core/slices.ts';
import { version } from '../../version.ts';
import { errorAnswers } from './answers.ts';
import { examples } from './examples.ts';
import { payloadRules } from './payloads.ts';
import { type JsonSchema, Schemas } from './schemas.ts';
import { webhooks } from './webhooks.ts';

/** What a route of Elysia tells of itself. */
export type Route = { method: string; path: string; hooks: Partial<Record<string, unknown>> };
type Detail = {
  public?: boolean;
  hide?: boolean;
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
} & {
  summary?: string;
  description?: string;
  tags?: string[];
};
type Operation = Record<string, unknown>;
export type OpenApiDocument = Awaited<ReturnType<typeof openApiDocument>>;

/** Made in slices: all of it at once would hold every other request. */
export async function openApiDocument(routes: Route[]) {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, Operation>> = {};
  let hasTime = startSlice();
  for (const route of routes.filter((one) => !detailOf(one).hide)) {
    if (!hasTime()) {
      await new Promise(setImmediate);
      hasTime = startSlice();
    }
    const path = route.path.replace(/(.)\/$/, '$1').replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, path, schemas) };
  }
  await new Promise(setImmediate);
  const hooks = webhooks(schemas);
  payloadRules(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Inbox',
      version,
      description:
        'AI agents ask, people answer. Keys (`hp_…`) ask; people, with a `hu_…` token or a session, decide.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
    paths,
    webhooks: hooks,
    components: { schemas: schemas.components(examples), securitySchemes },
  };
}

const detailOf = ({ hooks }: Pick<Route, 'hooks'>) => (hooks.detail ?? {}) as Detail;

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An agent: `hp_…`' },
  bearer: { type: 'http', scheme: 'bearer', description: 'A person `hu_…`, or an agent `hp_…`' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'inbox_session',
    description: 'A person, logged in',
  },
};

function operation(
  { method, path: pattern, hooks }: Route,
  path: string,
  schemas: Schemas,
): Operation {
  const {
    public: isPublic,
    parameters = [],
    requestBody,
    responses,
    ...told
  } = detailOf({ hooks });
  const body = hooks.body as z.ZodType | undefined;
  return {
    operationId: operationId(method, pattern),
    ...told,
    ...(isPublic ? { security: [] } : {}),
    parameters: [...parametersOf(hooks, schemas), ...parameters],
    ...(body ? { requestBody: { required: true, content: json(schemas.request(body)) } } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...answersOf(hooks.response as Record<string, z.ZodType> | undefined, schemas),
      ...errorAnswers(
        { path, isPublic: Boolean(isPublic), hasBody: Boolean(body || requestBody) },
        schemas,
      ),
      ...responses,
    },
  };
}

/** `GET /api/v1/reviews/:id/wait` is `getReviewsIdWait`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace('/api/v1', '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return (
    method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  );
}

function parametersOf(hooks: Route['hooks'], schemas: Schemas) {
  return Object.entries({ path: hooks.params, query: hooks.query, header: hooks.headers })
    .filter(([, schema]) => schema instanceof z.ZodType)
    .flatMap(([where, schema]) => {
      const { properties = {}, required = [] } = schemas.inline(schema as z.ZodType);
      return Object.entries(properties).map(([name, property]) => ({
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        schema: property,
        ...(property.description ? { description: property.description } : {}),
      }));
    });
}

function answersOf(response: Record<string, z.ZodType> | undefined, schemas: Schemas) {
  const answers = Object.entries(response ?? {}).map(([status, schema]) => [
    status,
    { description: descriptions[status] ?? 'OK', content: json(schemas.response(schema)) },
  ]);
  return Object.fromEntries(answers);
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const descriptions: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  400: 'A body, query or path that breaks its schema; every violation is listed',
  401: 'No credential, or an invalid, revoked or expired one',
  403: 'A known caller of the wrong kind',
  404: 'Unknown, or not this caller’s',
  409: 'The state forbids it',
  503: 'Shutting down, or the disk is full; nothing was stored',
};
