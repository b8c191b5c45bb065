/** `inbox channel webhook`: where a channel's events are sent. */
import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { nameOnOneLine } from '../../core/letters.ts';
import type { Delivery, Webhook } from '../../core/webhooks/schema.ts';
import { findChannelId, withConnection } from '../connection.ts';
import { attemptLine } from '../delivery.ts';
import { exit, UsageError } from '../errors.ts';
import { momentOf } from '../moments.ts';
import { collect, type GlobalOptions } from '../options.ts';
import { note, noteStyled, print, printJson } from '../output.ts';

type SetOptions = GlobalOptions & { header?: string[] };
type SecretOptions = GlobalOptions & { rotate?: boolean };

/** An attempt takes at most 10 seconds by default. */
const TEST_WAIT_MS = 15_000;
const LOOK_MS = 100;

export function defineWebhook(command: Command): void {
  command
    .command('show <channel>')
    .description('show the webhook and its recent deliveries')
    .addHelpText('after', '\nExample:\n  $ inbox channel webhook show deploys')
    .action((name: string, _: unknown, self: Command) => show(name, self.optsWithGlobals()));
  command
    .command('set <channel> <url>')
    .description('set the webhook, replacing the current URL and headers')
    .option('--header <name:value>', 'header to send (repeatable)', collect)
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox channel webhook set deploys https://example.com/hook --header "X-Team: web"',
    )
    .action((name: string, url: string, _: unknown, self: Command) =>
      set(name, url, self.optsWithGlobals()),
    );
  command
    .command('rm <channel>')
    .description('remove the webhook')
    .addHelpText('after', '\nExample:\n  $ inbox channel webhook rm deploys')
    .action((name: string, _: unknown, self: Command) => remove(name, self.optsWithGlobals()));
  command
    .command('test <channel>')
    .description('send a test event and print the result')
    .addHelpText('after', '\nExample:\n  $ inbox channel webhook test deploys')
    .action((name: string, _: unknown, self: Command) => test(name, self.optsWithGlobals()));
  command
    .command('secret <channel>')
    .description('print the signing secret; --rotate creates a new one')
    .option('--rotate', 'create a new secret; the previous one stays valid for 24 hours')
    .addHelpText('after', '\nExample:\n  $ inbox channel webhook secret deploys')
    .action((name: string, _: unknown, self: Command) => secret(name, self.optsWithGlobals()));
}

const onChannel = (
  name: string,
  options: GlobalOptions,
  work: (person: Client, id: string, serves: boolean) => Promise<void>,
): Promise<void> =>
  withConnection(options, 'inbox channel webhook', async ({ person, url }) =>
    work(person, await findChannelId(person, name), url !== null),
  );

const show = (name: string, options: GlobalOptions) =>
  onChannel(name, options, async (person, id) => {
    const { secret: _, oldSecret: __, ...webhook } = await ok(person.agents({ id }).webhook.get());
    if (options.json) printJson(webhook);
    else printWebhook(webhook);
  });

function printWebhook({
  url,
  headers,
  pausedAt,
  failingSince,
}: Omit<Webhook, 'secret' | 'oldSecret'>) {
  if (url === null) return note('This channel has no webhook.');
  print(url);
  for (const header of Object.keys(headers ?? {})) note(`with header ${header}`);
  if (pausedAt) {
    const since = momentOf(pausedAt);
    note(`Paused since ${since}, after five days of failures. A successful test resumes it.`);
  } else if (failingSince) {
    note(`Failing since ${momentOf(failingSince)}.`);
  }
}

const set = (name: string, url: string, options: SetOptions) =>
  onChannel(name, options, async (person, channelId) => {
    const headers = Object.fromEntries((options.header ?? []).map(toHeader));
    const channel = await ok(person.agents.setWebhook.post({ url, channelId, headers }));
    if (options.json) printJson(channel);
    else note(`Webhook for “${nameOnOneLine(channel.name)}” set to ${url}.`);
  });

function toHeader(text: string): [string, string] {
  const [, header, value] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
  if (!header || value === undefined) {
    throw new UsageError(`Invalid header “${text}”: use --header "Name: value"`);
  }
  return [header.trim(), value];
}

const remove = (name: string, options: GlobalOptions) =>
  onChannel(name, options, async (person, channelId) => {
    const channel = await ok(person.agents.deleteWebhook.post({ channelId }));
    if (options.json) printJson(channel);
    else note(`Webhook removed from “${nameOnOneLine(channel.name)}”.`);
  });

const secret = (name: string, options: SecretOptions) =>
  onChannel(name, options, async (person, id) => {
    const { webhook } = person.agents({ id });
    const got = await ok(options.rotate ? webhook.rotate.post() : webhook.get());
    if (options.json) printJson(got);
    else print(got.secret);
  });

const test = (name: string, options: GlobalOptions) =>
  onChannel(name, options, async (person, id, serves) => {
    if (!serves)
      throw new UsageError(
        'Webhooks are sent only while the server runs. Start it with `inbox serve`',
      );
    const delivery = await settled(person, await ok(person.agents({ id }).webhook.test.post()));
    if (delivery.status !== 'delivered') process.exitCode = exit.error;
    if (options.json) printJson(delivery);
    else for (const attempt of delivery.attempts) noteStyled(attemptLine(attempt, process.stderr));
  });

/** Returns the delivery once it has succeeded or failed. */
async function settled(person: Client, delivery: Delivery): Promise<Delivery> {
  const deadline = Date.now() + TEST_WAIT_MS;
  let now = delivery;
  while (now.status === 'pending' && Date.now() < deadline) {
    await Bun.sleep(LOOK_MS);
    now = await ok(person.deliveries({ id: delivery.id }).get());
  }
  return now;
}
