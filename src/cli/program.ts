import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { build, version } from '../version.ts';
import { define, type Entry, groups } from './commands.ts';
import { terminalIsGone } from './ending.ts';
import { exit } from './errors.ts';
import { addHelp } from './help/command.ts';
import { pathOf } from './help/layout.ts';
import { withDashes, withSuggestion } from './misspelt.ts';
import { jsonOf, note } from './output.ts';
import { streamReason } from './reasons.ts';
import type { WhichInbox } from './which-inbox.ts';

const ABOUT =
  'AI agents ask, people answer. In a terminal, `inbox` alone opens your pending questions, and `inbox -c CHANNEL` those of one channel.';

/** Runs one command line and sets the exit code of the process. */
export async function run(argv: string[]): Promise<void> {
  process.stdout.on('error', endWithout);
  // Nobody can read the message.
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EIO') terminalIsGone();
    else process.exit(process.exitCode ?? (code === 'EPIPE' ? exit.done : exit.error));
  });
  let inbox: WhichInbox | null = null;
  try {
    const program = createProgram(argv.includes('--json') ? jsonOf(build) : version);
    program.hook('preAction', async (_, command) => {
      const { sayInbox } = await import('./which-inbox.ts');
      inbox = sayInbox(command);
    });
    if (argv[2] === '__complete') {
      const { complete } = await import('./completion/complete.ts');
      return await complete(program, argv.slice(3));
    }
    const [runtime = '', script = '', ...args] = argv;
    const command = namesNothing(program, argv) ? ['triage'] : [];
    // The letter that was documented at first.
    const typed = args[0] === '-V' ? ['--version'] : args;
    await program.parseAsync([runtime, script, ...command, ...typed]);
  } catch (error) {
    process.exitCode = await report(error, inbox);
  }
}

/** `inbox list | head` closes the pipe early; a closed terminal returns EIO. */
function endWithout(error: NodeJS.ErrnoException): void {
  if (error.code === 'EIO') {
    terminalIsGone();
    return;
  }
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? exit.done);
  note(`error: stdout: ${streamReason(error)}`);
  process.exit(exit.error);
}

/** Returns whether it is `inbox` alone, or for one channel. */
function namesNothing(program: Command, argv: string[]): boolean {
  const { operands, unknown } = program.parseOptions(argv.slice(2));
  const [first = '-c'] = unknown;
  return operands.length === 0 && /^(-c(?!-)|--channel(=|$))/.test(first);
}

/** Creates the command line. A command's definition is loaded only when it is called. */
export function createProgram(shownVersion = version): Command {
  const program = new Command('inbox')
    .description(ABOUT)
    .version(shownVersion, '-v, --version')
    .option('--json', 'print JSON on stdout')
    .option('--data <directory>', 'data directory (INBOX_DATA)', namesInbox)
    .option('--url <url>', 'URL of the server to use (INBOX_URL)', namesInbox)
    .option('--profile <name>', 'saved login to use (INBOX_PROFILE)', namesInbox)
    .exitOverride();
  const entries = new Map<Command, Entry>();
  const load = async (command: Command) => {
    const entry = entries.get(command);
    entries.delete(command);
    if (entry) await define(command, entry);
    pointToHelp(command);
  };
  addHelp(program, load);
  for (const [group, members] of Object.entries(groups)) {
    program.commandsGroup(group);
    for (const entry of members) entries.set(addEntry(program, entry), entry);
  }
  pointToHelp(program);
  // For subcommands the guesses are right: there are fewer names.
  program.configureOutput({ outputError: (text, write) => write(withSuggestion(text)) });
  return program.hook('preSubcommand', (_, command) => load(command));
}

/** An empty one is a variable that a script has not set: another inbox would be used in its place. */
function namesInbox(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('It is empty: name the inbox, or leave the flag out.');
}

function addEntry(program: Command, { name, aliases = [], about }: Entry): Command {
  return program.command(name).aliases(aliases).description(about);
}

/** Prints a hint below each usage error. */
function pointToHelp(command: Command): void {
  const [, ...names] = pathOf(command).split(' ');
  command.showHelpAfterError(`(see \`${['inbox help', ...names].join(' ')}\`)`);
  if (command.registeredArguments.some((one) => one.name() === 'text')) {
    const path = pathOf(command);
    command.configureOutput({ outputError: (text, write) => write(withDashes(text, path)) });
  }
  if (names.length > 0) command.commands.forEach(pointToHelp);
}

async function report(error: unknown, inbox: WhichInbox | null): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
  return (await import('./report.ts')).report(error, inbox);
}
