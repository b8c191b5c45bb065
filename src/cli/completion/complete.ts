/**
 * `inbox __complete`, which the shells call at every Tab: it prints what may come next, without
 * the names of an inbox that is slow. It writes nowhere else and opens no data directory.
 */
import type { Command } from 'commander';
import { define, groups } from '../commands.ts';
import { oneLine, written } from '../output.ts';
import { type Candidate, type Offer, offerAt, optionsInstead, type Source } from './candidates.ts';
import { quotedFor, readLine } from './line.ts';
import { type Place, placeOf } from './place.ts';

const MOST = 200;
const ABOUT_WIDTH = 60;

type Shell = 'bash' | 'zsh' | 'fish';
type Found = 'files' | 'directories' | Candidate[];

/** @param args the shell, and what has been typed: the line for bash, the words for others */
export async function complete(program: Command, [shell, ...args]: string[]): Promise<void> {
  const text = await answerTo(program, shell as Shell, args).catch(() => '');
  await written(text);
  // Do not wait for a server that does not answer.
  process.exit(0);
}

async function answerTo(program: Command, shell: Shell, args: string[]): Promise<string> {
  if (shell !== 'bash') {
    const place = await placeOf(program, args.slice(0, -1), wordOf(shell, args), load);
    return described(shell, await foundAt(program, place));
  }
  const line = readLine(args[0] ?? '', args[1]);
  // Left to bash itself.
  if (line.isShells) return 'files\n';
  const place = await placeOf(program, line.before.slice(1), line.typed, load);
  return listed(await foundAt(program, place), ({ value }) => quotedFor(line, value) ?? []);
}

/** fish passes the word as it was typed. */
function wordOf(shell: Shell, args: string[]): string {
  const word = args.at(-1) ?? '';
  return shell === 'fish' ? readLine(word).typed : word;
}

async function load(command: Command): Promise<void> {
  const all = Object.values(groups).flat();
  const entry = all.find(({ name }) => name === command.name());
  if (entry && command.commands.length === 0 && command.options.length === 0)
    await define(command, entry);
}

async function foundAt(program: Command, place: Place): Promise<Found> {
  const asked = program.commands.find((one) => one.name() === place.given[0]);
  if (place.command.name() === 'help' && asked) await load(asked);
  const offer = offerAt(place);
  if (offer === 'files' || offer === 'directories') return offer;
  const part = offer === 'step' ? lastUserOf(place) : place;
  if (!part) return [];
  const names = await listOf(offer === 'step' ? 'user' : offer, part);
  // The inbox has none, or is too slow.
  const all = names.length === 0 ? optionsInstead(part) : names;
  return all.flatMap((one) => fitting(one, part)).slice(0, MOST);
}

/** Narrows `10m:ann@example.com,bo` to its last user; undefined while the duration is typed. */
function lastUserOf(place: Place): Place | undefined {
  const { prefix, typed } = place;
  const at = typed.includes(':') ? Math.max(typed.indexOf(':'), typed.lastIndexOf(',')) + 1 : 0;
  if (at === 0) return undefined;
  return { ...place, prefix: prefix + typed.slice(0, at), typed: typed.slice(at) };
}

function listOf(offer: Exclude<Offer, 'files' | 'directories' | 'step'>, place: Place) {
  return Array.isArray(offer) ? offer : read(offer, place);
}

async function read(source: Source, place: Place): Promise<Candidate[]> {
  return (await import('./read.ts')).read(source, place.options, place.given);
}

/** Keeps candidates that begin as typed; ids in any case. */
function fitting({ value, whole, ...one }: Candidate, { typed, prefix }: Place): Candidate[] {
  const isBegun = (text: string) => text.startsWith(whole ? typed.toUpperCase() : typed);
  const match = [value, whole].find((text) => text !== undefined && isBegun(text));
  if (match === undefined) return [];
  return [{ ...one, value: `${prefix}${typed}${match.slice(typed.length)}` }];
}

function described(shell: Shell, found: Found): string {
  const widths = Array.isArray(found) ? found.map(({ value }) => Bun.stringWidth(value)) : [];
  const width = Math.max(0, ...widths);
  return listed(found, ({ value, about }) => {
    const words = oneLine(about, ABOUT_WIDTH);
    // zsh shows the second part instead of the first.
    return shell === 'zsh' ? `${value}\t${aligned(value, width, words)}` : `${value}\t${words}`;
  });
}

const aligned = (value: string, width: number, words: string) =>
  `${value}${' '.repeat(width - Bun.stringWidth(value))}  ${words}`.trimEnd();

/** Prints the kind first, then one candidate per line. */
function listed(found: Found, lineOf: (one: Candidate) => string | []): string {
  if (!Array.isArray(found)) return `${found}\n`;
  const kind = found.some(({ isOpen }) => isOpen) ? 'words open' : 'words';
  // A line is one candidate, whatever an agent wrote.
  const lines = found.flatMap(lineOf).filter((line) => !/[\0\r\n]/.test(line));
  return `${[kind, ...lines].join('\n')}\n`;
}
