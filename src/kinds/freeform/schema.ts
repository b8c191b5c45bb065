import { z } from 'zod';
import { JsonObject } from '../../core/json-checks.ts';
import { ObjectSchema, objectOf } from '../../core/json-schema.ts';
import { optional } from '../../core/optional.ts';
import { defineKind, heading } from '../../core/reviews/kinds/kind.ts';

export const FreeformPayload = z.looseObject({ ...heading, schema: optional(ObjectSchema) });
export type FreeformPayload = z.infer<typeof FreeformPayload>;

export const freeform = defineKind({
  payload: FreeformPayload,
  keepsDigits: 'all',
  answer: ({ schema }) => (schema === undefined ? JsonObject : objectOf(schema)),
});
