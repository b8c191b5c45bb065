/** A kind named after a plugin: any payload that its inputSchema takes, any object for an answer. */
import type { z } from 'zod';
import { JsonObject } from '../../../json-checks.ts';
import { objectOf } from '../../../json-schema.ts';
import { Plugin } from '../../../plugins/schema.ts';
import { defineKind } from '../kind.ts';

/** What is known before it is known which plugins are installed. */
export const plugin = defineKind({ payload: JsonObject, answer: () => JsonObject });

/** The kind of a plugin that is installed. */
export const kindOfPlugin = ({ inputSchema }: Plugin) =>
  inputSchema ? defineKind({ ...plugin, payload: objectOf(inputSchema) }) : plugin;

/** A plugin that comes with every inbox. Its schema is that of the one that is installed. */
export const bundled = (manifest: z.input<typeof Plugin>) => ({
  ...plugin,
  manifest: Plugin.parse(manifest),
});
