import { z } from 'zod';
import { statusOf } from '../core/error-codes.ts';
import { InboxError, invalid } from '../core/errors.ts';
import { toIssues } from '../core/issues.ts';
import { RespondedBy, Review } from '../core/reviews/schema.ts';

/** The body of every error. */
export const ErrorBody = z
  .object({ statusCode: z.number().int(), message: z.string() })
  .meta({ id: 'Problem' });

export const ValidationErrorBody = ErrorBody.extend({
  message: z
    .string()
    .describe('`Validation failed`, or the reason if only webhook addresses were refused'),
  detail: z.string().optional().describe('The first violation, with its path'),
  errors: z.array(z.object({ code: z.string(), message: z.string(), path: z.array(z.string()) })),
}).meta({ id: 'ValidationProblem' });

/** The state forbids it; for a review the body says how it ended. */
export const ConflictBody = ErrorBody.extend({
  status: z.string().optional(),
  respondedAt: z.string().nullish(),
  respondedBy: RespondedBy.nullish(),
  withdrawn: Review.shape.withdrawn.optional().describe('Why and when it was withdrawn'),
  automatic: z.literal(true).optional().describe('Answered with its default'),
  answer: z.string().nullish().describe('What was answered, for a decision link'),
  why: z.string().nullish().describe('Why a question was withdrawn, in words, for a decision link'),
  seq: z
    .number()
    .int()
    .optional()
    .describe('Current seq of the message, if the question has changed'),
  messageId: z.string().optional().describe('Id of the message that first used the clientId'),
  clientId: z
    .string()
    .optional()
    .describe('The clientId or Idempotency-Key that was already used with a different body'),
  channelId: z.string().optional().describe('Id of the channel that has the name'),
}).meta({ id: 'ConflictProblem' });

/** A limit of the key or the channel is reached, or the caller may not do this at all. */
export const LimitBody = ErrorBody.extend({
  setting: z.string().optional().describe('The setting that defines the limit'),
}).meta({ id: 'LimitProblem' });

/** The requested data is no longer stored. */
export const GoneBody = ErrorBody.extend({
  oldest: z.number().int().describe('The first event that is still stored'),
  log: z.string().describe('The current log, as in `Inbox-Log`'),
}).meta({ id: 'GoneProblem' });

/** The error answers that every route with a caller can give, for its declaration. */
export const failures = {
  400: ValidationErrorBody,
  401: ErrorBody,
  403: LimitBody,
  404: ErrorBody,
  409: ConflictBody,
} as const;

/** Returns the answer to an error that the caller can act on. */
export function errorResponse({ code, message, details }: InboxError): Response {
  const { issues, retryAfterSeconds, ...more } = details;
  const statusCode = statusOf(code);
  const body = { statusCode, message, ...(issues ? { errors: issues } : {}), ...more };
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': `${retryAfterSeconds}` };
  return Response.json(body, { status: statusCode, headers });
}

type ElysiaError = { code: unknown; error: unknown };
/** The data in Elysia's validation error for a zod schema. */
type Refused = { type: string; value: unknown; validator: { schema: z.ZodType } };

/** Converts an error of Elysia's to an InboxError; undefined if the caller did not cause it. */
export function toInboxError({ code, error }: ElysiaError): InboxError | undefined {
  if (error instanceof InboxError) return error;
  if (code === 'PARSE' && error instanceof Error && error.cause) {
    return toInboxError({ code: undefined, error: error.cause });
  }
  if (code === 'NOT_FOUND') return new InboxError('not_found', 'Path not found');
  if (code !== 'VALIDATION') return undefined;
  const { type, value, validator } = error as Refused;
  // A response that violates its own schema is a bug of the inbox, and has code VALIDATION too.
  if (type === 'response') return undefined;
  const issues = validator.schema.safeParse(value).error?.issues ?? [];
  return invalid(toIssues(issues));
}
