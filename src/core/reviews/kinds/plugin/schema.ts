/**
 * A kind named after a plugin: any payload that its inputSchema accepts, and any object as an
 * answer.
 */
import type { z } from 'zod';
import { JsonObject } from '../../../json-checks.ts';
import { objectOf } from '../../../json-schema.ts';
import { Plugin } from '../../../plugins/schema.ts';
import { defineKind } from '../kind.ts';

/** Used before it is known which plugins are installed. */
export const plugin = defineKind({ payload: JsonObject, answer: () => JsonObject });

/** Returns the kind of an installed plugin. */
export const kindOfPlugin = ({ inputSchema }: Plugin) =>
  inputSchema ? defineKind({ ...plugin, payload: objectOf(inputSchema) }) : plugin;

/** A plugin included with every inbox. Its schema is that of the installed one. */
export const bundled = (manifest: z.input<typeof Plugin>) => ({
  ...plugin,
  manifest: Plugin.parse(manifest),
});
