/** A route as an operation of the document. */
import { z } from 'zod';
import { errorAnswers, sharedAnswer } from './answers.ts';
import { always, type Headers } from './headers.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** The metadata of an Elysia route. */
export type Route = { method: string; path: string; hooks: Partial<Record<string, unknown>> };
export type Operation = Record<string, unknown>;
type Answer = { content?: unknown; headers?: Headers };
type Detail = {
  public?: boolean;
  hide?: boolean;
  operationId?: string;
  security?: Record<string, string[]>[];
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  /** Replaces the answers that its schemas describe. */
  responses?: Record<string, Answer>;
  /** The headers of its successful answers. */
  headers?: Headers;
};

export const isShown = (route: Route) => !detailOf(route).hide;

const detailOf = ({ hooks }: Pick<Route, 'hooks'>) => (hooks.detail ?? {}) as Detail;

export function operationOf({ hooks }: Route, path: string, schemas: Schemas): Operation {
  const { public: isPublic = false, headers, ...detail } = detailOf({ hooks });
  const { parameters = [], requestBody, responses, ...declared } = detail;
  const body = hooks.body as z.ZodType | undefined;
  const schemasOf = (hooks.response ?? {}) as Record<string, z.ZodType>;
  const own = { ...answersOf(schemasOf, schemas), ...responses };
  const hasBody = Boolean(body || requestBody);
  return {
    ...(isPublic ? { security: [] } : {}),
    ...declared,
    parameters: [...parametersOf(hooks, schemas), ...parameters],
    ...(body ? { requestBody: { required: true, content: json(schemas.request(body)) } } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...errorAnswers({ path, isPublic, hasBody }),
      ...withHeaders(own, headers, path.startsWith('/api/')),
    },
  };
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

function answersOf(response: Record<string, z.ZodType>, schemas: Schemas) {
  const answers = Object.entries(response).map(([status, schema]) => [
    status,
    sharedAnswer(status, schema) ?? {
      description: status === '201' ? 'Created' : 'OK',
      content: json(schemas.response(schema)),
    },
  ]);
  return Object.fromEntries(answers) as Record<string, Answer>;
}

function withHeaders(answers: Record<string, Answer>, headers: Headers = {}, isApi: boolean) {
  const entries = Object.entries(answers).map(([status, answer]) => {
    if ('$ref' in answer) return [status, answer];
    const good = status < '300' ? headers : {};
    return [status, { ...answer, headers: { ...answer.headers, ...good, ...always(isApi) } }];
  });
  return Object.fromEntries(entries);
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
