import { Command } from 'commander';
import { version } from '../version.ts';
import { addAnswer } from './commands/answer.ts';
import { addAsk } from './commands/ask.ts';
import { addChannel } from './commands/channel.ts';
import { addInit } from './commands/init.ts';
import { addKey } from './commands/key.ts';
import { addList } from './commands/list.ts';
import { addSend } from './commands/send.ts';
import { addServe } from './commands/serve.ts';
import { addShow } from './commands/show.ts';
import { addToken } from './commands/token.ts';
import { addWait } from './commands/wait.ts';
import { report } from './output.ts';

/** Carries out one command line and sets the exit code of the process. */
export async function run(argv: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    process.exitCode = report(error);
  }
}

export function createProgram(): Command {
  const program = new Command('inbox')
    .description('The inbox through which AI agents ask people, and people answer.')
    .version(version)
    .option('--data <directory>', 'the data directory (INBOX_DATA)')
    .option('--url <url>', 'the server to talk to (INBOX_URL)')
    .option('--json', 'print JSON on stdout')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(see `inbox help <command>`)')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride();
  program.commandsGroup('Server:');
  addInit(program);
  addServe(program);
  addKey(program);
  addToken(program);
  addChannel(program);
  program.commandsGroup('Agents:');
  addSend(program);
  addAsk(program);
  addWait(program);
  program.commandsGroup('People:');
  addList(program);
  addShow(program);
  addAnswer(program);
  return program;
}
