import type { z } from 'zod';
import { ConflictBody, ErrorBody, LimitBody, ValidationErrorBody } from '../errors.ts';
import { always, type Headers, headersNamed } from './headers.ts';
import type { Schemas } from './schemas.ts';

type Shared = { name: string; description: string; body: z.ZodType; headers?: Headers };

/** The errors that many operations answer with, each of them once in the document. */
const shared: Record<number, Shared> = {
  400: {
    name: 'Invalid',
    description: 'The body, query or path does not match its schema; lists every violation',
    body: ValidationErrorBody,
  },
  401: {
    name: 'Unauthenticated',
    description: 'The credential is missing, invalid, revoked or expired',
    body: ErrorBody,
  },
  403: {
    name: 'Forbidden',
    description: 'The caller may not do this, or has used up a quota',
    body: LimitBody,
  },
  404: {
    name: 'NotFound',
    description: 'Not found, or the caller has no access to it',
    body: ErrorBody,
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method',
    body: ErrorBody,
    headers: headersNamed('Allow'),
  },
  409: {
    name: 'StateConflict',
    description: 'Conflicts with the current state',
    body: ConflictBody,
  },
  413: { name: 'TooLarge', description: 'The body is too large', body: ErrorBody },
  415: { name: 'WrongType', description: 'Unsupported Content-Type', body: ErrorBody },
  429: {
    name: 'TooMany',
    description: 'Rate limit or quota exceeded',
    body: LimitBody,
    headers: headersNamed('Retry-After'),
  },
  500: {
    name: 'Fault',
    description: 'Internal error; find it in the log by its X-Request-Id',
    body: ErrorBody,
  },
  503: {
    name: 'Unavailable',
    description: 'The server is shutting down or its disk is full; nothing was stored',
    body: ErrorBody,
  },
};

/** Returns the entries of `components/responses`. */
export function errorComponents(schemas: Schemas) {
  const entries = Object.values(shared).map(({ name, description, body, headers }) => {
    const content = { 'application/json': { schema: schemas.response(body) } };
    return [name, { description, headers: { ...headers, ...always(true) }, content }];
  });
  return Object.fromEntries(entries);
}

/** Returns the shared answer of a status, if the schema is the same. */
export function sharedAnswer(status: string, body: z.ZodType) {
  const one = shared[Number(status)];
  return one?.body === body ? referenceTo(one) : undefined;
}

type About = { path: string; isPublic: boolean; hasBody: boolean };

/** Returns the error answers that the gates before a route may give. */
export function errorAnswers({ path, isPublic, hasBody }: About) {
  if (!path.startsWith('/api/')) return {};
  const statuses = [
    ...(isPublic ? [] : [401]),
    ...(hasBody ? [400, 413, 415] : []),
    405,
    429,
    500,
    503,
  ];
  return Object.fromEntries(
    statuses.flatMap((status) => {
      const one = shared[status];
      return one ? [[status, referenceTo(one)]] : [];
    }),
  );
}

const referenceTo = ({ name }: Shared) => ({ $ref: `#/components/responses/${name}` });
