import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { isBuiltIn } from '../reviews/kinds.ts';
import { Plugin } from './schema.ts';

/** The plugins under `<data>/plugins/<name>/plugin.json`; a broken one is reported and left out. */
export function loadPlugins(directory: string, log: Logger): Plugin[] {
  if (!existsSync(directory)) return [];
  const folders = readdirSync(directory, { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  return folders.flatMap(({ name }) => {
    try {
      return [readManifest(directory, name)];
    } catch (err) {
      log.warn({ err, plugin: name }, 'this plugin is broken and was left out');
      return [];
    }
  });
}

function readManifest(directory: string, folder: string): Plugin {
  const file = join(directory, folder, 'plugin.json');
  const plugin = Plugin.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (plugin.name !== folder) throw new Error(`Its name is "${plugin.name}", not its folder's`);
  if (isBuiltIn(plugin.name)) throw new Error(`"${plugin.name}" is a built-in review type`);
  return plugin;
}

export function getPlugin({ plugins }: Inbox, name: string): Plugin {
  const plugin = plugins.find((one) => one.name === name);
  if (!plugin) throw notFound('Plugin');
  return plugin;
}
