import { Argument, type Command } from 'commander';
import { type ClientName, clientNames, clientOf } from '../../agents/clients.ts';
import { ok } from '../../client/client.ts';
import type { Machine } from '../../core/enrolments/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { flagChannelId, withConnection } from '../connection.ts';
import { dayOf } from '../moments.ts';
import { assertStdoutOpen, printOnce } from '../once.ts';
import type { GlobalOptions } from '../options.ts';
import { jsonOf, note, printJson } from '../output.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';

type Options = GlobalOptions & { channel?: string };

export function defineEnrol(command: Command): void {
  command
    .addArgument(
      new Argument('[client]', 'the coding agent; without it, lists the machines').choices(
        clientNames,
      ),
    )
    .option('-c, --channel <channel>', 'where it asks (default: the usual channel of the client)')
    .addHelpText(
      'after',
      `
The code works once, within 10 minutes, on another machine: \`inbox connect CLIENT --url URL --code CODE\`. Without a client, the machines that were connected are listed; \`inbox key revoke\` ends the key of one.

Example:
  $ inbox enrol claude`,
    )
    .action((client: ClientName | undefined, _: unknown, self: Command) => {
      const options: Options = self.optsWithGlobals();
      return client === undefined ? list(options) : createCode(client, options);
    });
}

async function createCode(client: ClientName, options: Options): Promise<void> {
  assertStdoutOpen('The code');
  await withConnection(options, 'inbox enrol', async ({ person, url, publicUrl }) => {
    const { channel } = options;
    const named = channel === undefined ? {} : { channelId: await flagChannelId(person, channel) };
    const { code, expiresAt } = await ok(person.enrolments.post({ client, ...named }));
    const known = publicUrl ?? url;
    const address = known === null || LOOPBACK.test(known) ? 'URL' : known;
    const command = `inbox connect ${client} --url ${address} --code ${code}`;
    printOnce(options.json ? jsonOf({ client, code, expiresAt, command }) : code, {
      what: 'The code',
      undo: `inbox enrol ${client}`,
    });
    if (options.json) return;
    note(`Within 10 minutes, run this on the machine of ${clientOf(client).label}: ${command}`);
    if (address === 'URL') note('URL is the address at which that machine reaches this inbox.');
  });
}

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/;

async function list(options: Options): Promise<void> {
  await withConnection(options, 'inbox enrol', async ({ person }) => {
    const machines = await ok(person.enrolments.get());
    if (options.json) return printJson(machines);
    if (machines.length === 0) {
      return note('No agents connected yet. Create a code for one with `inbox enrol CLIENT`.');
    }
    const rows = machines.map((machine) => ({ ...machine, id: machine.keyId }));
    await printList(rows, machineColumns(Date.now()));
  });
}

const machineColumns = (now: number): Column<Machine & { id: string }>[] => [
  idColumn(),
  { whole: ({ client, host }) => `${clientOf(client).label} on ${host}`, least: 14 },
  { whole: ({ version }) => version ?? '', rank: 4 },
  { whole: ({ channelName }) => channelName ?? 'a deleted channel', least: 10, rank: 2 },
  {
    whole: ({ lastAskedAt }) => lastAskedAt ?? '',
    shown: ({ lastAskedAt }) =>
      lastAskedAt ? `asked ${timeSince(lastAskedAt, now)}` : 'never asked',
    rank: 1,
  },
  {
    whole: ({ endedAt }) => endedAt ?? '',
    shown: ({ endedAt }) => (endedAt ? `ended ${dayOf(endedAt, now)}` : ''),
    style: () => 'red' as const,
    rank: 1,
  },
  {
    whole: ({ notUnderstood }) => `${notUnderstood.reduce((sum, { count }) => sum + count, 0)}`,
    shown: ({ notUnderstood }) => notUnderstoodIn(notUnderstood),
    style: () => 'yellow' as const,
    rank: 3,
  },
];

function notUnderstoodIn(notUnderstood: Machine['notUnderstood']): string {
  const count = notUnderstood.reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? '' : `${count} not understood`;
}
