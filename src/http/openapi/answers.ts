import { ErrorBody, LimitBody, ValidationErrorBody } from '../errors.ts';
import type { Schemas } from './schemas.ts';

type About = { path: string; isPublic: boolean; hasBody: boolean };

/** The error answers that the gates before a route may give. */
export function errorAnswers({ path, isPublic, hasBody }: About, schemas: Schemas) {
  const error = { 'application/json': { schema: schemas.response(ErrorBody) } };
  const invalid = { 'application/json': { schema: schemas.response(ValidationErrorBody) } };
  const limit = { 'application/json': { schema: schemas.response(LimitBody) } };
  if (!path.startsWith('/api/')) return {};
  return {
    ...(isPublic ? {} : { 401: { description: 'Invalid API key', content: error } }),
    ...(hasBody
      ? {
          400: { description: 'Every violation is listed', content: invalid },
          413: { description: 'The body is too large', content: error },
          415: { description: 'The body has the wrong type', content: error },
        }
      : {}),
    405: { description: 'Known path, other method; see the Allow header', content: error },
    429: { description: 'Over the rate limit or a quota', headers: limited, content: limit },
    500: { description: 'A fault of the inbox; the log has the x-request-id', content: error },
    503: { description: 'Shutting down, or the disk is full; nothing was stored', content: error },
  };
}

const count = (description: string) => ({ description, schema: { type: 'integer' } });

const limited = {
  'Retry-After': count('Seconds'),
  'RateLimit-Limit': count('Requests at once'),
  'RateLimit-Remaining': count('Requests that are left'),
  'RateLimit-Reset': count('Seconds until all are there again'),
};
