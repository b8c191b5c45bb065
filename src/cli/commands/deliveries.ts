import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import { LARGEST_PAGE } from '../../core/pages.ts';
import type { Delivery } from '../../core/webhooks/schema.ts';
import { flagChannelId, withConnection } from '../connection.ts';
import { attemptLine, standing } from '../delivery.ts';
import { UsageError } from '../errors.ts';
import { found, idOf, inFlag, messageId, messages, type Named } from '../ids.ts';
import { dayOf, secondsOf } from '../moments.ts';
import { countFrom, type GlobalOptions } from '../options.ts';
import { note, oneLine, print, printJson, printStyled } from '../output.ts';
import type { Style } from '../style.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';

type ListOptions = GlobalOptions & {
  channel?: string;
  message?: string;
  failed?: boolean;
  limit: number;
};

export function defineDeliveries(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('list webhook deliveries, newest first')
    .option('-c, --channel <channel>', 'limit to this channel')
    .option('-m, --message <id>', 'limit to this message')
    .option('--failed', 'limit to permanently failed deliveries')
    .option('-n, --limit <count>', 'maximum number to list', countFrom(1, 100), 20)
    .addHelpText('after', '\nExample:\n  $ inbox deliveries list --failed')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('show <id>')
    .description('show a delivery and its attempts')
    .addHelpText('after', '\nExample:\n  $ inbox deliveries show 01M7YGQ6NDPJATKTJ32C3SBQVW')
    .action((id: string, _: unknown, self: Command) => show(id, self.optsWithGlobals()));
  command
    .command('retry <id>')
    .description('retry a failed delivery, or the failed deliveries of a message')
    .addHelpText('after', '\nExample:\n  $ inbox deliveries retry 01M7YGQ6NTZX13P8GDSCK18JEV')
    .action((id: string, _: unknown, self: Command) => retry(id, self.optsWithGlobals()));
}

async function list(options: ListOptions): Promise<void> {
  await withConnection(options, 'inbox deliveries', async ({ person }) => {
    const query = {
      limit: options.limit,
      ...(options.failed ? { status: 'failed' as const } : {}),
      ...(options.message ? { message: await inFlag(messageId(person, options.message)) } : {}),
      ...(options.channel ? { channel: await flagChannelId(person, options.channel) } : {}),
    };
    const page = await ok(person.deliveries.get({ query }));
    if (options.json) return printJson(page);
    if (page.length === 0) return note('No webhook deliveries yet.');
    await printList(page, deliveryColumns);
  });
}

const styleOf: Record<Delivery['status'], Style> = {
  pending: 'yellow',
  delivered: 'green',
  failed: 'red',
};

const deliveryColumns: Column<Delivery>[] = [
  idColumn(),
  {
    whole: ({ createdAt }) => createdAt,
    shown: ({ createdAt }) => `${dayOf(createdAt)} ${secondsOf(createdAt)}`,
    rank: 3,
  },
  { whole: ({ event }) => event, least: 8, rank: 2 },
  { whole: ({ url }) => url, shown: ({ url }) => new URL(url).host, least: 8, rank: 4 },
  { whole: ({ messageId }) => messageId ?? '', shown: null },
  {
    whole: ({ status }) => status,
    shown: standing,
    style: ({ status }) => styleOf[status],
    least: 9,
  },
  { whole: ({ title }) => title ?? '', least: 12, rank: 1 },
];

const deliveries: Named<Delivery> = {
  kind: 'delivery',
  list: 'inbox deliveries',
  words: ({ event, title }) => `${event}  ${title ?? ''}`,
};

function deliveryId(person: Client, typed: string): Promise<string> {
  const read = (part: { idEnd: string } | { before: string }) =>
    ok(person.deliveries.get({ query: { ...part, limit: LARGEST_PAGE } }));
  return idOf(deliveries, read, typed);
}

async function show(typed: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox deliveries show', async ({ person }) => {
    const id = await deliveryId(person, typed);
    const delivery = await found(deliveries, typed, ok(person.deliveries({ id }).get()));
    if (options.json) return printJson(delivery);
    print(`${delivery.event} to ${delivery.url}: ${standing(delivery)}`);
    if (delivery.messageId) print(`message ${delivery.messageId}`);
    for (const attempt of delivery.attempts) {
      printStyled(attemptLine(attempt, process.stdout));
      if (attempt.response) print(`  ${oneLine(attempt.response, 200)}`);
    }
  });
}

async function retry(typed: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox deliveries retry', async ({ person, url }) => {
    const id = await messageOf(person, typed);
    const message = await found(messages, typed, ok(person.messages({ id }).retry.post()));
    if (options.json) return printJson(message);
    note(url ? 'Retry queued.' : 'Retry queued; it is sent once `inbox serve` runs.');
  });
}

/** Returns the message of a delivery, or the given message itself. */
async function messageOf(person: Client, typed: string): Promise<string> {
  const delivery = await deliveryId(person, typed)
    .then((id) => ok(person.deliveries({ id }).get()))
    .catch((error) => {
      if (error instanceof InboxError && error.code === 'not_found') return null;
      throw error;
    });
  if (delivery === null) return messageId(person, typed);
  if (delivery.messageId) return delivery.messageId;
  throw new UsageError('A test cannot be retried. Send another with `inbox channel webhook test`');
}
