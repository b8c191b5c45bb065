import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { Attention } from '../../core/notify/schema.ts';
import { withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson, table } from '../output.ts';
import { fits } from '../passwords.ts';
import { askText, askYesNo, mustBeTerminal } from '../prompts.ts';
import { parseQuietHours, quietHoursText } from '../reach/quiet-hours.ts';

type Options = GlobalOptions & {
  /** False with `--no-quiet`. */
  quiet?: string[] | false;
  timeZone?: string;
  reminders?: boolean;
  highBreaksThrough?: boolean;
  /** False with `--no-digest`. */
  digest?: string | false;
};

export function defineAttention(command: Command): void {
  command
    .command('show', { isDefault: true })
    .description('show your quiet hours, reminders, digest and time zone')
    .addHelpText('after', '\nExample:\n  $ inbox attention show')
    .action((_: unknown, self: Command) => show(self.optsWithGlobals()));
  command
    .command('set')
    .description('change your quiet hours, reminders, digest and time zone')
    .option('--quiet <hours>', 'quiet hours, replacing the current ones (repeatable)', collectQuiet)
    .option('--no-quiet', 'no quiet hours')
    .option('--time-zone <zone>', 'time zone of quiet hours and digest, such as Europe/Berlin')
    .option('--reminders', 'remind you of pending questions')
    .option('--no-reminders', 'do not remind you')
    .option('--digest <time>', 'e-mail the pending questions every day at this time, such as 08:00')
    .option('--no-digest', 'do not e-mail a digest')
    .option('--high-breaks-through', 'high-urgency questions ignore quiet hours')
    .option('--no-high-breaks-through', 'high-urgency questions respect quiet hours')
    .addHelpText(
      'after',
      '\nOnly the given options change; without any, prompts in a terminal. Notifications wait until quiet hours end, except for critical questions. A day means the day on which quiet hours start.\n\nExample:\n  $ inbox attention set --quiet "22:00-07:00 mon-fri" --time-zone Europe/Berlin',
    )
    .action((_: unknown, self: Command) => set(self.optsWithGlobals()));
}

/** `before` is false after `--no-quiet`. */
const collectQuiet = (value: string, before: string[] | boolean | undefined) => [
  ...(Array.isArray(before) ? before : []),
  value,
];

async function show(options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox attention', async ({ person }) => {
    printAttention(await ok(person.attention.get()), options);
  });
}

function printAttention(attention: Attention, { json }: GlobalOptions): void {
  if (json) return void printJson(attention);
  const { timeZone, quiet, highBreaksThrough, reminders, digest } = attention;
  const [first = 'none', ...others] = quiet.map(quietHoursText);
  const rows = [
    ['quiet hours', first],
    ...others.map((hours) => ['', hours]),
    ['time zone', timeZone],
    ['high breaks through', highBreaksThrough ? 'yes' : 'no'],
    ['reminders', reminders ? 'yes' : 'no'],
    ['digest', digest || 'none'],
  ];
  print(table(rows));
}

async function set(options: Options): Promise<void> {
  const { quiet, timeZone, reminders, highBreaksThrough, digest } = options;
  const given = [quiet, timeZone, reminders, highBreaksThrough, digest];
  const isGiven = given.some((one) => one !== undefined);
  if (!isGiven)
    mustBeTerminal('--quiet, --time-zone, --reminders, --digest or --high-breaks-through');
  // Before anything is read or asked.
  const hours = quiet ? quiet.map(parseQuietHours) : [];
  const before = await withConnection(options, 'inbox attention set', ({ person }) =>
    ok(person.attention.get()),
  );
  const wanted = isGiven ? withOptions(before, options, hours) : await asked(before);
  await withConnection(options, 'inbox attention set', async ({ person }) => {
    printAttention(await ok(person.attention.put(wanted)), options);
  });
}

function withOptions(before: Attention, options: Options, hours: Attention['quiet']): Attention {
  const { quiet, reminders = before.reminders } = options;
  const { highBreaksThrough = before.highBreaksThrough } = options;
  const digest = digestIn(options.digest, before);
  const isTimed = hours.length > 0 || digest !== false;
  const isZoneMissing = isTimed && options.timeZone === undefined && isUnset(before);
  const { timeZone = isZoneMissing ? zoneHere() : before.timeZone } = options;
  if (timeZone !== before.timeZone && isZoneMissing)
    note(`Using the time zone of this machine, ${timeZone} (--time-zone).`);
  return {
    timeZone,
    highBreaksThrough,
    reminders,
    digest,
    quiet: quiet === undefined ? before.quiet : hours,
  };
}

/** @throws UsageError with an example */
function digestIn(given: string | false | undefined, before: Attention): Attention['digest'] {
  if (given === undefined) return before.digest;
  if (given === false) return false;
  const time = Attention.shape.digest.safeParse(given.padStart(5, '0'));
  if (!time.success) throw new UsageError(`--digest: “${given}” is not a time. Use 08:00`);
  return time.data;
}

/** Whether the settings are still the defaults. */
const isUnset = ({ timeZone, quiet, digest }: Attention) =>
  timeZone === 'UTC' && quiet.length === 0 && digest === false;

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const SEPARATOR = ';';

async function asked(before: Attention): Promise<Attention> {
  const quiet = await askText({
    message: 'Quiet hours (several separated by ;)',
    placeholder: 'none, or 22:00-07:00 mon-fri',
    initial: before.quiet.map(quietHoursText).join(`${SEPARATOR} `),
    validate: whyNotQuiet,
  });
  const timeZone = await askText({
    message: 'Time zone',
    initial: isUnset(before) ? zoneHere() : before.timeZone,
    validate: fits(Attention.shape.timeZone),
  });
  const highBreaksThrough = await askYesNo(
    'Should high-urgency questions ignore quiet hours?',
    before.highBreaksThrough,
  );
  const reminders = await askYesNo('Send you reminders of pending questions?', before.reminders);
  const digest = await askText({
    message: 'Time of the daily e-mail digest',
    placeholder: 'never, or 08:00',
    initial: before.digest || '',
    validate: (text) => (text?.trim() ? fits(Attention.shape.digest)(text) : undefined),
  });
  return {
    quiet: quietIn(quiet),
    timeZone: timeZone.trim(),
    highBreaksThrough,
    reminders,
    digest: digest.trim() || false,
  };
}

const quietIn = (text: string | undefined) =>
  (text ?? '')
    .split(SEPARATOR)
    .filter((part) => part.trim() !== '')
    .map(parseQuietHours);

function whyNotQuiet(text: string | undefined): string | undefined {
  try {
    quietIn(text);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
