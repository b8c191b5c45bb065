/** The flags and prompts by which a contact is added. */

import { InboxError } from '../../core/errors.ts';
import type { WayState } from '../../core/settings/schema.ts';
import { type ContactKind, contactKinds, hasCode, wayOf } from '../../ways/ways.ts';
import { UsageError } from '../errors.ts';
import { note } from '../output.ts';
import { askOne, askText, mustBeTerminal } from '../prompts.ts';

/** The ways that a person adds; one that takes a further step, to enter a code, is the last. */
export const addedWays = contactKinds
  .toSorted((one, other) => Number(hasCode(one)) - Number(hasCode(other)))
  .flatMap((kind) => {
    const { label, terminal } = wayOf(kind);
    return terminal.add === null ? [] : [{ kind, label, ...terminal.add }];
  });
const kinds = addedWays.map(({ kind }) => kind);
const flags = kinds.map((kind) => `--${kind}`);

export type KindOptions = Partial<Record<ContactKind, string | true>>;
/** Without an address for a chat that is added by a link, and for a topic that the inbox makes. */
type Address = { kind: ContactKind; address: string | null };

/** Reads which ways work in this inbox. */
type ListWays = () => Promise<WayState[]>;

/** Returns the address that a flag names; without one, prompts for it, among the ways that work. */
export async function addressFrom(options: KindOptions, listWays: ListWays): Promise<Address> {
  const [given, second] = kinds.flatMap((kind) => {
    const address = options[kind];
    return address === undefined ? [] : [{ kind, address: address === true ? null : address }];
  });
  if (given && second) {
    throw new UsageError(`--${given.kind} and --${second.kind} cannot be used together`);
  }
  return given ?? askAddress(listWays);
}

async function askAddress(listWays: ListWays): Promise<Address> {
  mustBeTerminal(flags.join(', ').replace(/, (?=[^,]*$)/, ' or '));
  const working = (await listWays()).flatMap(({ kind, works }) => (works ? [kind] : []));
  const [offered, others] = [true, false].map((works) =>
    addedWays.filter(({ kind }) => working.includes(kind) === works),
  );
  if (!offered || offered.length === 0) {
    const next = 'An owner turns on a way to be notified in Settings › Notifications';
    throw new InboxError('conflict', `This inbox cannot notify anyone by a contact yet. ${next}`);
  }
  if (others && others.length > 0) {
    const labels = others.map(({ label }) => label).join(', ');
    note(`An owner can turn on in Settings › Notifications: ${labels}.`);
  }
  const choices = offered.map(({ kind, label }) => ({ value: kind, label }));
  const kind = (await askOne('How do you want to be notified?', choices)) as ContactKind;
  const words = addedWays.find((one) => one.kind === kind);
  const { question = null, example = '' } = words ?? {};
  if (question === null) return { kind, address: null };
  const validate = makesAddress(kind) ? undefined : isMissing;
  const address = await askText({ message: question, placeholder: example, validate });
  return { kind, address: address.trim() || null };
}

function makesAddress(kind: ContactKind): boolean {
  const { added } = wayOf(kind);
  return added.by === 'address' && added.subscription !== undefined;
}

const isMissing = (text: string | undefined) => (text?.trim() ? undefined : 'Required');
