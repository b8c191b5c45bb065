/** Finds what may be typed at a place. */
import type { Command } from 'commander';
import { clientNames, clients } from '../../agents/clients.ts';
import { contactKinds } from '../../ways/ways.ts';
import { topics } from '../help/command.ts';
import { pathOf } from '../help/layout.ts';
import { optionsOf, type Place } from './place.ts';

export type Candidate = {
  value: string;
  about: string;
  /** The full id, if its beginning was typed. */
  whole?: string;
  /** Something follows it without a space. */
  isOpen?: boolean;
};
/** Candidates that the inbox provides. */
export type Source =
  | ('channel' | 'pending' | 'message' | 'key' | 'token' | 'user' | 'email' | 'file' | 'delivery')
  | ('delivered' | 'actor' | 'subject' | 'action' | 'profile' | 'option' | 'field')
  | ('contact' | 'zone' | 'setting');
/** `step` is a duration, and users after it. */
export type Offer = 'files' | 'directories' | 'step' | Source | Candidate[];

/** By the name of an argument or option value. */
const byName: Record<string, Offer> = {
  channel: 'channel',
  client: clientNames.map((value) => ({ value, about: clients[value].label })),
  user: 'user',
  key: 'key',
  token: 'token',
  contact: 'contact',
  zone: 'zone',
  file: 'files',
  path: 'files',
  directory: 'directories',
  setting: 'setting',
};

/** By the command and the argument or option; they go first. */
const byPlace: Record<string, Offer> = {
  'show id': 'message',
  'answer id': 'pending',
  'wait id': 'pending',
  'open id': 'message',
  'approve id': 'pending',
  'reject id': 'pending',
  'retract id': 'pending',
  'api path': [],
  'answer --option': 'option',
  'answer --field': 'field',
  'file download id': 'file',
  'profile use name': 'profile',
  'deliveries show id': 'delivery',
  'deliveries retry id': 'delivered',
  'deliveries --message': 'delivered',
  'deliveries list --message': 'delivered',
  'token create --email': 'email',
  '--profile': 'profile',
  'audit list --actor': 'actor',
  'audit list --subject': 'subject',
  'audit --actor': 'actor',
  'audit --subject': 'subject',
  'audit list --action': 'action',
  'audit --action': 'action',
  'ladder set --step': 'step',
  // An address is a person's own, whatever its flag calls it.
  ...Object.fromEntries(contactKinds.map((kind) => [`contact add --${kind}`, []])),
};

export function offerAt(place: Place): Offer {
  const { command, option, given, typed, hasEnded } = place;
  const path = pathOf(command).split(' ').slice(1);
  if (option) {
    const choices = option.argChoices?.map((value) => ({ value, about: '' }));
    const [, named = ''] = /<(\w+)>/.exec(option.flags) ?? [];
    const long = option.long ?? '';
    return choices ?? byPlace[[...path, long].join(' ')] ?? byPlace[long] ?? byName[named] ?? [];
  }
  if (!hasEnded && typed.startsWith('-')) return optionCandidates(command);
  if (path[0] === 'help') return helpCandidates(command, given);
  if (given.length === 0 && command.commands.length > 0) return commandCandidates(command);
  const argument = command.registeredArguments[given.length];
  // Nothing else can follow.
  if (!argument) return hasEnded ? [] : optionCandidates(command);
  const choices = argument.argChoices?.map((value) => ({ value, about: '' }));
  const name = argument.name();
  return choices ?? byPlace[[...path, name].join(' ')] ?? byName[name] ?? [];
}

/** Words that may always be typed instead of an argument: no inbox is asked for them. */
export const optionsInstead = ({ command, option, hasEnded }: Place): Candidate[] =>
  option || hasEnded ? [] : optionCandidates(command);

function optionCandidates(command: Command): Candidate[] {
  const isWhole = command.parent === null;
  const own = optionsOf(command).filter(({ long }) => isWhole || long !== '--version');
  return [
    ...own.map(({ long, description }) => ({ value: long ?? '', about: description })),
    { value: '--help', about: 'show the help' },
  ];
}

const commandCandidates = (command: Command): Candidate[] => [
  ...visible(command).map((one) => ({ value: one.name(), about: one.description() })),
  ...(command.parent ? [] : [{ value: 'help', about: 'explain a command' }]),
];

/** Commander adds a `help` to each command; ours comes before the command. */
const visible = (command: Command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');

/** The command after `help` is found by its name. */
function helpCandidates(help: Command, given: string[]): Candidate[] {
  const program = help.parent;
  if (!program) return [];
  const above = given.reduce<Command | undefined>(
    (at, name) => at?.commands.find((one) => [one.name(), ...one.aliases()].includes(name)),
    program,
  );
  const all = above
    ? visible(above).map((one) => ({ value: one.name(), about: one.description() }))
    : [];
  const pages = Object.keys(topics).map((value) => ({ value, about: 'a page of the help' }));
  return given.length === 0 ? [...all, ...pages] : all;
}
