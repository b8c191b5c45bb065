import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { countIn } from '../../client/pending.ts';
import { withConnection } from '../connection.ts';
import { healthAt } from '../doctor/network.ts';
import { exit } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson, table } from '../output.ts';
import { inboxNamed, resolveTarget } from '../target.ts';
import { identityOf } from './whoami.ts';

export function defineStatus(command: Command): void {
  command
    .addHelpText('after', '\nExits 1 if no server answers.\n\nExample:\n  $ inbox status')
    .action((_: unknown, self: Command) => status(self.optsWithGlobals()));
}

async function status(options: GlobalOptions): Promise<void> {
  const target = resolveTarget(options);
  const inbox = inboxNamed(target);
  const here = target.kind === 'local server' ? target.run.url : null;
  const url = target.url ?? here;
  const address = target.address ?? here;
  const health = address === null ? null : await healthAt(address);
  if (!health) {
    process.exitCode = exit.error;
    if (options.json) return void printJson({ inbox, url, answers: false });
    note(`Inbox: ${inbox}`);
    note(
      url === null
        ? 'No server is running. Start it with `inbox serve`.'
        : `No inbox answers at ${url}.`,
    );
    return;
  }
  const { version = '' } = health;
  await withConnection(options, 'inbox status', async (connection) => {
    const [{ words, ...identity }, counts] = await Promise.all([
      identityOf(connection),
      ok(connection.person.counts.get()),
    ]);
    const pending = countIn(counts);
    if (options.json) {
      return void printJson({ inbox, url, answers: true, version, ...identity, pending });
    }
    print(
      table([
        ['inbox', inbox],
        ['server', `${url}`],
        ['version', version],
        ['as', words],
        ['pending', `${pending}`],
      ]),
    );
  });
}
