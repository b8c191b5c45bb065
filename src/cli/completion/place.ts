/** Determines which command, option or argument is being typed. */
import type { Command } from 'commander';

type Option = Command['options'][number];
export type Place = {
  command: Command;
  /** The option whose value is being typed. */
  option: Option | null;
  /** The preceding arguments. */
  given: string[];
  /** The last value of each option, by its long name. */
  options: Record<string, string>;
  /** The rest of what is being typed, after a `--option=`. */
  typed: string;
  /** That `--option=`. */
  prefix: string;
  /** After `--` nothing is an option or command. */
  hasEnded: boolean;
};

/** @param load loads the definition of a command */
export async function placeOf(
  program: Command,
  before: string[],
  typed: string,
  load: (command: Command) => Promise<void>,
): Promise<Place> {
  const place: Place = {
    command: program,
    option: null,
    given: [],
    options: {},
    typed,
    prefix: '',
    hasEnded: false,
  };
  for (const word of before) await step(place, word, load);
  return place.option === null && !place.hasEnded ? withValue(place) : place;
}

async function step(place: Place, word: string, load: (command: Command) => Promise<void>) {
  const { command, option, given, options, hasEnded } = place;
  if (option) {
    options[option.long ?? ''] = word;
    place.option = null;
  } else if (hasEnded) given.push(word);
  else if (word === '--') place.hasEnded = true;
  else if (word.startsWith('-') && word !== '-') {
    if (command.parent === null && /^(-c|--channel)/.test(word)) await enter(place, 'triage', load);
    takeOption(place, word);
  } else if (given.length > 0 || !(await enter(place, word, load))) given.push(word);
}

async function enter(place: Place, name: string, load: (command: Command) => Promise<void>) {
  const { command } = place;
  const below = command.commands.find((one) => [one.name(), ...one.aliases()].includes(name));
  if (!below) return false;
  if (command.parent === null) await load(below);
  place.command = below;
  return true;
}

function takeOption(place: Place, word: string): void {
  const [, name = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-\w)(.+)$/s.exec(word) ?? [];
  const option = optionsOf(place.command).find(({ short, long }) => [short, long].includes(name));
  if (!option || !takesValue(option)) return;
  if (value === undefined) place.option = option;
  else place.options[option.long ?? ''] = value;
}

/** `--channel=dep`. */
function withValue(place: Place): Place {
  const [, prefix = '', name, value = ''] = /^((--[^=]+)=)(.*)$/s.exec(place.typed) ?? [];
  const option = optionsOf(place.command).find(({ long }) => long === name);
  return option && takesValue(option) ? { ...place, option, prefix, typed: value } : place;
}

const takesValue = ({ required, optional }: Option) => required || optional;

/** Returns the options of a command, its parents, and the subcommand that is implied. */
export function optionsOf(command: Command): Option[] {
  const implied = command.parent && command.commands.find((one) => one.name() === 'list');
  return [...withAbove(command), ...(implied?.options ?? [])];
}

const withAbove = (command: Command): Option[] => [
  ...command.options,
  ...(command.parent ? withAbove(command.parent) : []),
];
