/** Which inbox a command works on: said on stderr, and refused where it must be on this machine. */
import type { Command } from 'commander';
import { UsageError } from './errors.ts';
import { pathOf } from './help/layout.ts';
import type { GlobalOptions } from './options.ts';
import { brokenAt, noteStyled, printable, terminalSize } from './output.ts';
import { styled } from './style.ts';
import { inboxNamed, mustAgree, placeOf, resolveTarget, type Target } from './target.ts';

/** A script that changes these must show where; all other commands say it on a terminal. */
const always = ['backup', 'channel', 'config', 'enrol', 'key', 'token', 'user'];

/** These work on a file or on this machine, or say it in words of their own. */
const never = [
  'backup verify',
  'completion',
  'connect',
  'disconnect',
  'doctor',
  'help',
  'hook',
  'init',
  'login',
  'logout',
  'profile',
  'serve',
  'service',
  'status',
  'triage',
  'upgrade',
  'version',
  'whoami',
];

/** These read and write the data itself: where those of another inbox are made. */
const here: Record<string, (inbox: string) => string> = {
  backup: (inbox) => `Backups of ${inbox} are made and kept`,
  'config rm': (inbox) => `Settings of ${inbox} are changed`,
  'config set': (inbox) => `Settings of ${inbox} are changed`,
};

/** The inbox of a command: its URL or directory, and whether stderr has said it already. */
export type WhichInbox = { name: string; place: string; isSaid: boolean };

/** Says it before the command begins; null where no inbox is meant. */
export function sayInbox(command: Command): WhichInbox | null {
  const options = command.optsWithGlobals<GlobalOptions>();
  const path = pathOf(command).slice('inbox '.length);
  const isOne = (of: string) => path === of || path.startsWith(`${of} `);
  const readsFile = path === 'audit verify' && command.args.length > 0;
  mustAgree(options);
  if (never.some(isOne) || readsFile) return null;
  const target = resolveTarget(options);
  const refusal = Object.entries(here).find(([of]) => isOne(of));
  if (refusal) mustBeHere(target, refusal[1]);
  const name = isOne('config') ? settingsOf(target) : inboxNamed(target);
  const isSaid = always.some(isOne) || process.stderr.isTTY === true;
  if (isSaid) noteInbox(name);
  return { name, place: placeOf(target), isSaid };
}

/** Names the inbox beside an error of a command that has not said it. */
export function sayInboxOf(error: Error, { name, place, isSaid }: WhichInbox): void {
  if (!isSaid && !error.message.includes(place)) noteInbox(name);
}

function noteInbox(name: string): void {
  const { stderr } = process;
  const line = `Inbox: ${printable(name)}`;
  const { columns } = terminalSize(stderr);
  const rows = stderr.isTTY ? brokenAt(line, columns).split('\n') : [line];
  noteStyled(rows.map((row) => styled('dim', row, stderr)).join('\n'));
}

function mustBeHere(target: Target, says: (inbox: string) => string): void {
  if (target.url === null) return;
  const refused = target.source === '--url' ? '--url cannot be used here: ' : '';
  const where = 'on the machine that has its data; run this there';
  throw new UsageError(
    `${refused}${says(inboxNamed(target))} ${where}. To use an inbox on this machine, name it: --data DIRECTORY`,
  );
}

/** Settings are those of this machine, wherever commands go. */
const settingsOf = (target: Target): string =>
  target.url === null
    ? inboxNamed(target)
    : `${target.settings.data}, whose settings these are; commands use ${inboxNamed(target)}`;
