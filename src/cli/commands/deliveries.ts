import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import { findChannelId, withConnection } from '../connect.ts';
import { attemptLine, standing } from '../delivery.ts';
import { UsageError } from '../errors.ts';
import { countFrom, type GlobalOptions } from '../options.ts';
import { note, oneLine, print, printJson, table } from '../output.ts';

type ListOptions = GlobalOptions & {
  channel?: string;
  message?: string;
  failed?: boolean;
  limit: number;
};

export function defineDeliveries(command: Command): void {
  command
    .command('list', { isDefault: true })
    .alias('ls')
    .description('list the webhooks that went out, newest first')
    .option('-c, --channel <channel>', 'of one channel only')
    .option('-m, --message <id>', 'of one message only')
    .option('--failed', 'only those that failed for good')
    .option('-n, --limit <count>', 'at most so many', countFrom(1, 100), 20)
    .addHelpText('after', '\nExample:\n  $ inbox deliveries list --failed')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('show <id>')
    .description('show a delivery with its attempts')
    .addHelpText('after', '\nExample:\n  $ inbox deliveries show 01M7YGQ6NDPJATKTJ32C3SBQVW')
    .action((id: string, _: unknown, self: Command) => show(id, self.optsWithGlobals()));
  command
    .command('retry <id>')
    .description('send what failed of a message again, at once; takes either id')
    .addHelpText('after', '\nExample:\n  $ inbox deliveries retry 01M7YGQ6NTZX13P8GDSCK18JEV')
    .action((id: string, _: unknown, self: Command) => retry(id, self.optsWithGlobals()));
}

async function list(options: ListOptions): Promise<void> {
  await withConnection(options, 'inbox deliveries', async ({ person }) => {
    const query = {
      limit: options.limit,
      ...(options.failed ? { status: 'failed' as const } : {}),
      ...(options.message ? { message: options.message } : {}),
      ...(options.channel ? { channel: await findChannelId(person, options.channel) } : {}),
    };
    const deliveries = await ok(person.deliveries.get({ query }));
    if (options.json) return printJson(deliveries);
    if (deliveries.length === 0) return note('No webhook went out.');
    const rows = deliveries.map((delivery) => [
      delivery.id,
      delivery.createdAt.slice(0, 19).replace('T', ' '),
      delivery.event,
      oneLine(new URL(delivery.url).host, 30),
      standing(delivery),
    ]);
    print(table(rows));
  });
}

async function show(id: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox deliveries show', async ({ person }) => {
    const delivery = await ok(person.deliveries({ id }).get());
    if (options.json) return printJson(delivery);
    print(`${delivery.event} to ${delivery.url}: ${standing(delivery)}`);
    if (delivery.messageId) print(`message ${delivery.messageId}`);
    for (const attempt of delivery.attempts) {
      print(attemptLine(attempt));
      if (attempt.response) print(`  ${oneLine(attempt.response, 200)}`);
    }
  });
}

async function retry(id: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox deliveries retry', async ({ person, url }) => {
    const message = await ok(person.messages({ id: await messageOf(person, id) }).retry.post());
    if (options.json) return printJson(message);
    note(url ? 'It is sent again.' : 'It is sent again as soon as `inbox serve` runs.');
  });
}

/** The message of a delivery, or the id itself where it is a message's. */
async function messageOf(person: Client, id: string): Promise<string> {
  const delivery = await ok(person.deliveries({ id }).get()).catch((error) => {
    if (error instanceof InboxError && error.code === 'not_found') return null;
    throw error;
  });
  if (delivery === null) return id;
  if (delivery.messageId) return delivery.messageId;
  throw new UsageError('This was a test: `inbox channel webhook test` sends another');
}
