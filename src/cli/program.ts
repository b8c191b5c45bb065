import { Command, CommanderError } from 'commander';
import { version } from '../version.ts';
import { type Entry, groups } from './commands.ts';
import { terminalIsGone } from './ending.ts';
import { exit } from './errors.ts';
import { note } from './output.ts';
import { reasonOf } from './reasons.ts';

/** Carries out one command line and sets the exit code of the process. */
export async function run(argv: string[]): Promise<void> {
  process.stdout.on('error', endWithout);
  // Nobody is left to say it to.
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EIO') terminalIsGone();
    else process.exit(process.exitCode ?? (code === 'EPIPE' ? exit.done : exit.error));
  });
  try {
    const program = createProgram();
    const [runtime = '', script = '', ...args] = argv;
    const command = namesNothing(program, argv) ? ['triage'] : [];
    await program.parseAsync([runtime, script, ...command, ...args]);
  } catch (error) {
    process.exitCode = await report(error);
  }
}

/** `inbox list | head` closes the pipe when it has enough; a terminal that is gone says EIO. */
function endWithout(error: NodeJS.ErrnoException): void {
  if (error.code === 'EIO') {
    terminalIsGone();
    return;
  }
  if (error.code === 'EPIPE') process.exit(exit.done);
  note(`error: stdout: ${reasonOf(error)}`);
  process.exit(exit.error);
}

/** `inbox` alone, or for one channel. */
function namesNothing(program: Command, argv: string[]): boolean {
  const { operands, unknown } = program.parseOptions(argv.slice(2));
  const [first = '-c'] = unknown;
  return operands.length === 0 && /^(-c(?!-)|--channel(=|$))/.test(first);
}

/** The command line. What a command takes is loaded with it, when it is the one that is meant. */
export function createProgram(): Command {
  const program = new Command('inbox')
    .description('The inbox through which AI agents ask people, and people answer.')
    .version(version)
    .option('--data <directory>', 'the data directory (INBOX_DATA)')
    .option('--url <url>', 'the server to talk to (INBOX_URL)')
    .option('--profile <name>', 'the log-in to use (INBOX_PROFILE)')
    .option('--json', 'print JSON on stdout')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(see `inbox help <command>`)')
    .helpCommand(false)
    .exitOverride();
  const entries = new Map<Command, Entry>();
  for (const [group, members] of Object.entries(groups)) {
    program.commandsGroup(group);
    for (const entry of members) entries.set(addEntry(program, entry), entry);
  }
  addHelp(program);
  return program.hook('preSubcommand', async (_, command) => {
    const define = await entries.get(command)?.load();
    define?.(command);
    entries.delete(command);
  });
}

function addEntry(program: Command, { name, aliases = [], about }: Entry): Command {
  return program.command(name).aliases(aliases).description(about);
}

/** Commander's own help command knows one name only, and shows a command before it is loaded. */
function addHelp(program: Command): void {
  program.commandsGroup('Help:');
  program
    .command('help [command...]')
    .description('show the help of a command')
    .action(async (names: string[]) => {
      const [first] = names;
      const isKnown = program.commands.some((one) =>
        [one.name(), ...one.aliases()].includes(`${first}`),
      );
      const wanted = isKnown || first === undefined ? [...names, '--help'] : [first];
      await program.parseAsync(wanted, { from: 'user' });
    });
}

async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
  return (await import('./report.ts')).report(error);
}
