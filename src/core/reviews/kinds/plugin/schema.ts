import { JsonObject } from '../../../json-checks.ts';
import { defineKind } from '../kind.ts';

/** A kind named after a plugin: any payload that its inputSchema takes, any object for an answer. */
export const plugin = defineKind({ payload: JsonObject, answer: () => JsonObject });
