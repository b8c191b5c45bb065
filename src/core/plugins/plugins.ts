import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { isBuiltIn } from '../reviews/kinds/words.ts';
import { bundledPlugins } from '../reviews/kinds.ts';
import { decodeText } from '../text.ts';
import { Plugin } from './schema.ts';

/**
 * Loads the plugins by name: the included ones, and those under
 * `<data>/plugins/<name>/plugin.json`. A broken one is logged and left out.
 */
export function loadPlugins(directory: string, log: Logger): Plugin[] {
  const byName = new Map(bundledPlugins.map((plugin) => [plugin.name, plugin]));
  for (const folder of foldersIn(directory)) {
    try {
      const plugin = readManifest(directory, folder);
      byName.set(plugin.name, plugin);
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      log.warn({ plugin: folder, reason }, 'invalid plugin skipped');
    }
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function getPlugin({ plugins }: Inbox, name: string): Plugin {
  const plugin = plugins.find((one) => one.name === name);
  if (!plugin) throw notFound('Plugin');
  return plugin;
}

function foldersIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function readManifest(directory: string, folder: string): Plugin {
  const file = join(directory, folder, 'plugin.json');
  const plugin = Plugin.parse(JSON.parse(decodeText(readFileSync(file))));
  if (plugin.name !== folder)
    throw new Error(`its name "${plugin.name}" differs from the name of its folder`);
  if (isBuiltIn(plugin.name)) throw new Error(`"${plugin.name}" is a built-in review type`);
  return plugin;
}
