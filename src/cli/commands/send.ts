import { type Command, Option } from 'commander';
import { MessageStatus } from '../../core/messages/schema.ts';
import { UsageError } from '../errors.ts';
import { type GlobalOptions, mustBeQuoted, readText } from '../options.ts';
import { print, printJson } from '../output.ts';
import { sendOnce } from '../sending.ts';

type Options = GlobalOptions & {
  channel?: string;
  status?: (typeof MessageStatus.options)[number];
  as: 'agent' | 'user';
  clientId?: string;
};

export function defineSend(command: Command): void {
  command
    .argument('[text]')
    .option('-c, --channel <channel>', 'channel, by id or name (default: the only channel)')
    .addOption(new Option('--status <status>', 'message status').choices(MessageStatus.options))
    .addOption(
      new Option('--as <sender>', 'sender of the message')
        .choices(['agent', 'user'])
        .default('agent'),
    )
    .option('--client-id <id>', 'idempotency key: repeating the command does not send twice')
    .addHelpText('after', '\nExample:\n  $ inbox send "Deployed 1.4.2" -c deploys --status success')
    .allowExcessArguments()
    .action((text: string | undefined, _: unknown, self: Command) => {
      mustBeQuoted('inbox send', self.args);
      return send(text ?? '-', self.optsWithGlobals());
    });
}

async function send(given: string, options: Options): Promise<void> {
  if (given === '-' && process.stdin.isTTY)
    throw new UsageError('The text is missing. Example: inbox send "Deployed 1.4.2"');
  const text = await readText(given);
  if (text === '' && !options.status) {
    throw new UsageError(`${given === '-' ? 'stdin was' : 'The text is'} empty: pass a text`);
  }
  const { message } = await sendOnce(options, {
    command: 'inbox send',
    as: options.as === 'user' ? 'person' : 'agent',
    said: async () => ({ text, ...(options.status ? { status: options.status } : {}) }),
  });
  if (options.json) printJson(message);
  else print(message.id);
}
