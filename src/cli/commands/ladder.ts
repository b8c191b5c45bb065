import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import type { User } from '../../core/access/schema.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { nameOnOneLine } from '../../core/letters.ts';
import type { Ladder } from '../../core/notify/schema.ts';
import { spanOf } from '../../core/spans.ts';
import { channelNamed } from '../channels.ts';
import { withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { inFlag } from '../ids.ts';
import { collect, type GlobalOptions } from '../options.ts';
import { note, printJson } from '../output.ts';
import { parseStep, peopleText } from '../reach/ladder-steps.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';

type SetOptions = GlobalOptions & { step?: string[] };

export function defineLadder(command: Command): void {
  command
    .command('show <channel>')
    .description(
      "show a channel's escalation: who is notified if a question stays pending, and after how long",
    )
    .addHelpText('after', '\nExample:\n  $ inbox ladder show deploys')
    .action((name: string, _: unknown, self: Command) => show(name, self.optsWithGlobals()));
  command
    .command('set <channel>')
    .description('set the steps of the escalation, replacing the current ones (owners only)')
    .option(
      '--step <after:users>',
      'after this long, notify these users, given by e-mail address, name or id (repeatable)',
      collect,
    )
    .addHelpText(
      'after',
      '\nUsers in a step are notified only then; everyone else who sees the channel is notified immediately. Applies to new questions.\n\nExample:\n  $ inbox ladder set deploys --step 10m:mia@example.com',
    )
    .action((name: string, _: unknown, self: Command) => set(name, self.optsWithGlobals()));
  command
    .command('clear <channel>')
    .alias('rm')
    .description('remove the steps: everyone who sees the channel is notified immediately')
    .addHelpText('after', '\nExample:\n  $ inbox ladder clear deploys')
    .action((name: string, _: unknown, self: Command) => clear(name, self.optsWithGlobals()));
}

const onChannel = (
  name: string,
  command: string,
  options: GlobalOptions,
  work: (person: Client, channel: Agent) => Promise<void>,
): Promise<void> =>
  withConnection(options, command, async ({ person }) =>
    work(person, channelNamed(await ok(person.agents.get()), name)),
  );

const show = (name: string, options: GlobalOptions) =>
  onChannel(name, 'inbox ladder show', options, async (person, { id }) => {
    const ladder = await ok(person.agents({ id }).ladder.get());
    if (options.json) printJson(ladder);
    else if (ladder.steps.length === 0) note(NO_STEPS);
    else await printList(ladder.steps, stepColumns(await ok(person.users.get())));
  });

const NO_STEPS = 'No steps: everyone who sees the channel is notified immediately.';

const stepColumns = (users: User[]): Column<Ladder['steps'][number]>[] => [
  {
    whole: ({ afterSeconds }) => `${afterSeconds}`,
    shown: ({ afterSeconds }) => spanOf(afterSeconds * 1000),
  },
  { whole: (step) => peopleText(step, users), least: 16 },
];

async function set(name: string, options: SetOptions): Promise<void> {
  const { step = [] } = options;
  if (step.length === 0) {
    throw new UsageError(
      '--step is required. Example: inbox ladder set deploys --step 10m:mia@example.com',
    );
  }
  await onChannel(name, 'inbox ladder set', options, async (person, channel) => {
    const users = await ok(person.users.get());
    const parsed = async () => step.map((text) => parseStep(text, users));
    const steps = await inFlag(parsed());
    const ladder = await ok(person.agents({ id: channel.id }).ladder.put({ steps }));
    if (options.json) printJson(ladder);
    else note(`Ladder for “${nameOnOneLine(channel.name)}” set.`);
  });
}

const clear = (name: string, options: GlobalOptions) =>
  onChannel(name, 'inbox ladder clear', options, async (person, { id, name: channel }) => {
    const ladder = await ok(person.agents({ id }).ladder.put({ steps: [] }));
    if (options.json) printJson(ladder);
    else note(`Ladder for “${nameOnOneLine(channel)}” cleared.`);
  });
