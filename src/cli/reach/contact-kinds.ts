/** The name, flag and prompts of each kind of contact. */
import type { Contact } from '../../core/reach/schema.ts';
import { UsageError } from '../errors.ts';
import { askOne, askText, mustBeTerminal } from '../prompts.ts';

type Kind = Contact['kind'];
type KindWords = {
  label: string;
  flag: string;
  about: string;
  /** Prompts for the address. */
  question: string;
  example: string;
  /** Printed if a test was accepted but did not arrive. */
  missing: string;
};

/** By kind, which is also the name of its flag. */
export const contactKinds: Record<Kind, KindWords> = {
  ntfy: {
    label: 'ntfy',
    flag: '--ntfy <topic>',
    about: 'topic of ntfy, or the URL of a topic on another ntfy server',
    question: 'Topic, or its URL',
    example: 'my-inbox-7f3a',
    missing: 'Check that the ntfy app is subscribed to this topic on this server.',
  },
  apprise: {
    label: 'Apprise',
    flag: '--apprise <key>',
    about: 'configuration key of Apprise',
    question: 'Configuration key',
    example: 'team',
    missing: 'Check the URLs of this configuration key in Apprise.',
  },
};

const kinds = Object.keys(contactKinds) as Kind[];
const flags = kinds.map((kind) => `--${kind}`);

export type KindOptions = Partial<Record<Kind, string>>;
type Address = { kind: Kind; address: string };

/** Returns the address that a flag names; without one, prompts for it. */
export async function addressFrom(options: KindOptions): Promise<Address> {
  const [given, second] = kinds.flatMap((kind) => {
    const address = options[kind];
    return address === undefined ? [] : [{ kind, address }];
  });
  if (given && second) {
    throw new UsageError(`--${given.kind} and --${second.kind} cannot be used together`);
  }
  return given ?? askAddress();
}

async function askAddress(): Promise<Address> {
  mustBeTerminal(flags.join(' or '));
  const choices = kinds.map((kind) => ({ value: kind, label: contactKinds[kind].label }));
  const kind = (await askOne('How do you want to be notified?', choices)) as Kind;
  const { question, example } = contactKinds[kind];
  const address = await askText({ message: question, placeholder: example, validate: isMissing });
  return { kind, address };
}

const isMissing = (text: string | undefined) => (text?.trim() ? undefined : 'Required');
