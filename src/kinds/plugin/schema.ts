/**
 * A kind named after a plugin: any payload that its inputSchema accepts, and any answer that its
 * answerSchema accepts.
 */
import { isJsonObject } from '../../core/json.ts';
import { JsonObject, refuseLong } from '../../core/json-checks.ts';
import { objectOf } from '../../core/json-schema.ts';
import type { Plugin } from '../../core/plugins/schema.ts';
import { defineKind } from '../../core/reviews/kinds/kind.ts';
import { ANSWER_SCHEMA } from './words.ts';

/** Used before it is known which plugins are installed, which alone know what a payload means. */
export const plugin = defineKind({ payload: JsonObject, answer: answerTo, keepsDigits: 'all' });

function answerTo({ [ANSWER_SCHEMA]: schema }: JsonObject) {
  return isJsonObject(schema) ? objectOf(schema) : JsonObject;
}

/**
 * Returns the kind of an installed plugin. A question keeps a copy of the answerSchema: what it
 * accepts does not change with its plugin.
 */
export function kindOfPlugin({ inputSchema, answerSchema }: Plugin) {
  const accepted = inputSchema ? objectOf(inputSchema) : JsonObject;
  const payload = accepted.transform((given, context) => {
    if (Object.hasOwn(given, ANSWER_SCHEMA)) {
      const message = 'Only the manifest of a plugin says what an answer must be';
      context.addIssue({ code: 'custom', path: [ANSWER_SCHEMA], message });
    }
    return answerSchema ? { ...given, [ANSWER_SCHEMA]: answerSchema } : given;
  });
  return defineKind({ ...plugin, payload });
}

/**
 * A plugin included with every inbox. Its schema is that of the installed one; a test checks its manifest,
 * which would take time at each start.
 */
export const bundled = (manifest: Plugin) => ({
  ...defineKind({ payload: JsonObject, answer: shortNumbers }),
  manifest,
});

/** An answer that our own views read: its numbers are those of JavaScript. */
const shortNumbers = (payload: JsonObject) => answerTo(payload).superRefine(refuseLong);
