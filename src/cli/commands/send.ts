import { type Command, Option } from 'commander';
import { MessageStatus } from '../../core/messages/schema.ts';
import { UsageError } from '../errors.ts';
import { type GlobalOptions, readText } from '../options.ts';
import { print, printJson } from '../output.ts';
import { sendOnce } from '../sending.ts';

type Options = GlobalOptions & {
  channel: string;
  status?: (typeof MessageStatus.options)[number];
  as: 'agent' | 'user';
  clientId?: string;
};

export function defineSend(command: Command): void {
  command
    .argument('[text]')
    .requiredOption('-c, --channel <channel>', 'the channel, by id or name')
    .addOption(new Option('--status <status>', 'how it is marked').choices(MessageStatus.options))
    .addOption(
      new Option('--as <sender>', 'who sends it').choices(['agent', 'user']).default('agent'),
    )
    .option('--client-id <id>', 'sending it again with the same id sends it once')
    .addHelpText('after', '\nExample:\n  $ inbox send "Deployed 1.4.2" -c deploys --status success')
    .action((text: string | undefined, _: unknown, self: Command) =>
      send(text ?? '-', self.optsWithGlobals()),
    );
}

async function send(given: string, options: Options): Promise<void> {
  if (given === '-' && process.stdin.isTTY) throw new UsageError('Give the text to send');
  const text = await readText(given);
  const { message } = await sendOnce(options, {
    command: 'inbox send',
    as: options.as === 'user' ? 'person' : 'agent',
    said: { text, ...(options.status ? { status: options.status } : {}) },
  });
  if (options.json) printJson(message);
  else print(message.id);
}
