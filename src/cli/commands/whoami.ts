import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { type Connection, withConnection } from '../connect.ts';
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
    if (connection.speaksAs === 'agent') return agent(connection, options, profile);
    const user = await ok(connection.person.auth.session.get());
    if (options.json) return printJson({ url, profile, user });
    const email = user.email === null ? '' : ` <${user.email}>`;
    print(`${oneLine(user.name, 60)}${email} (${user.role}) ${place(url, profile)}`);
  });
}

async function agent({ person, url }: Connection, { json }: GlobalOptions, profile: string | null) {
  const channels = await ok(person.agents.get());
  if (json) return printJson({ url, profile, channels: channels.map(({ id }) => id) });
  print(`agent with access to ${counted(channels.length, 'channel')} ${place(url, profile)}`);
}

function place(url: string | null, profile: string | null): string {
  const named = profile === null ? '' : `, profile ${profile}`;
  return `at ${url ?? 'the data directory; no server is running'}${named}`;
}
