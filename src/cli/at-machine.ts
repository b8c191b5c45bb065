/**
 * Whether a person sits at this machine: a client that hides its own prompt while its hook is held asks them there. They
 * say so with `inbox <client> here|away`, or it is seen at their terminals.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientName } from '../agents/clients.ts';
import { configDirectory } from '../config.ts';
import { replaceFile } from '../replace-file.ts';
import { makePrivate } from './connected.ts';

export const modes = ['away', 'here', 'auto'] as const;
export type Mode = (typeof modes)[number];
/** `is`: where the person seems to be, if the mode is `auto`. */
export type Presence = { mode: Mode; is: 'away' | 'here' };

/** A terminal that was typed in within this time has a person before it. */
const RECENT_MS = 2 * 60_000;

const fileOf = (client: ClientName) => join(configDirectory(), `${client}.mode`);

export function presenceFor(client: ClientName): Presence {
  const mode = modeOf(client);
  return { mode, is: mode === 'auto' ? seen() : mode };
}

export function setMode(client: ClientName, mode: Mode): void {
  if (mode === 'auto') rmSync(fileOf(client), { force: true });
  else {
    makePrivate(configDirectory());
    replaceFile(fileOf(client), `${mode}\n`, 0o600);
  }
}

function modeOf(client: ClientName): Mode {
  const path = fileOf(client);
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return modes.find((mode) => mode === text) ?? 'auto';
}

function seen(now = Date.now()): 'away' | 'here' {
  const typedAt = Math.max(...terminals().map(({ atimeMs }) => atimeMs));
  return now - typedAt < RECENT_MS ? 'here' : 'away';
}

/** The person's terminals, of which each keeps when it was read last. */
function terminals() {
  const owner = process.getuid?.();
  return [...named('/dev', /^tty/), ...named('/dev/pts', /^\d+$/)].flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isCharacterDevice() && found.uid === owner ? [found] : [];
  });
}

function named(folder: string, name: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((one) => name.test(one))
      .map((one) => join(folder, one));
  } catch {
    // No such machine: then nobody is known to be here.
    return [];
  }
}
