import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import type { User } from '../../core/access/schema.ts';
import { type Connection, withConnection } from '../connection.ts';
import { counted } from '../counted.ts';
import type { GlobalOptions } from '../options.ts';
import { oneLine, print, printJson } from '../output.ts';
import { resolveTarget } from '../target.ts';

export function defineWhoami(command: Command): void {
  command
    .addHelpText('after', '\nExample:\n  $ inbox whoami')
    .action((_: unknown, self: Command) => whoami(self.optsWithGlobals()));
}

async function whoami(options: GlobalOptions): Promise<void> {
  const profile = resolveTarget(options).profile?.name ?? null;
  await withConnection(options, 'inbox whoami', async (connection) => {
    const { url } = connection;
    const { words, ...identity } = await identityOf(connection);
    if (options.json) printJson({ url, profile, ...identity });
    else print(`${words} ${place(url, profile)}`);
  });
}

type Identity = { words: string } & ({ user: User } | { channels: string[] });

/** Returns who the inbox takes the caller for, as a record and in words. */
export async function identityOf({ person, speaksAs }: Connection): Promise<Identity> {
  if (speaksAs === 'agent') {
    const channels = await ok(person.agents.get());
    const words = `agent with access to ${counted(channels.length, 'channel')}`;
    return { channels: channels.map(({ id }) => id), words };
  }
  const user = await ok(person.auth.session.get());
  const email = user.email === null ? '' : ` <${user.email}>`;
  return { user, words: `${oneLine(user.name, 60)}${email} (${user.role})` };
}

function place(url: string | null, profile: string | null): string {
  const named = profile === null ? '' : `, profile ${profile}`;
  return `at ${url ?? 'the data directory; no server is running'}${named}`;
}
