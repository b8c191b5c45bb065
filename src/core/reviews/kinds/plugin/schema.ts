/**
 * A kind named after a plugin: any payload that its inputSchema accepts, and any object as an
 * answer.
 */
import { longNumbers } from '../../../json.ts';
import { JsonObject } from '../../../json-checks.ts';
import { objectOf } from '../../../json-schema.ts';
import { tooLong } from '../../../numbers.ts';
import type { Plugin } from '../../../plugins/schema.ts';
import { defineKind } from '../kind.ts';

/** Used before it is known which plugins are installed. */
export const plugin = defineKind({ payload: JsonObject, answer: () => JsonObject });

/** Returns the kind of an installed plugin. */
export const kindOfPlugin = ({ inputSchema }: Plugin) =>
  inputSchema ? defineKind({ ...plugin, payload: objectOf(inputSchema) }) : plugin;

/**
 * A plugin included with every inbox. Its schema is that of the installed one; a test checks its manifest,
 * which would take time at each start.
 */
export const bundled = (manifest: Plugin) => ({ ...plugin, answer: () => ShortNumbers, manifest });

/** An answer that our own views read: its numbers are those of JavaScript. */
const ShortNumbers = JsonObject.superRefine((value, context) => {
  for (const { path, written } of longNumbers(value)) {
    context.addIssue({ code: 'custom', path, message: tooLong(written) });
  }
});
