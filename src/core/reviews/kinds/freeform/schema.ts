import { z } from 'zod';
import { JsonObject } from '../../../json-checks.ts';
import { ObjectSchema, objectOf } from '../../../json-schema.ts';
import { optional } from '../../../optional.ts';
import { defineKind, heading } from '../kind.ts';

export const FreeformPayload = z.looseObject({ ...heading, schema: optional(ObjectSchema) });
export type FreeformPayload = z.infer<typeof FreeformPayload>;

export const freeform = defineKind({
  payload: FreeformPayload,
  answer: ({ schema }) => (schema === undefined ? JsonObject : objectOf(schema)),
});
