/** The name, flag and prompts of each kind of contact. */
import type { Contact } from '../../core/notify/schema.ts';
import { UsageError } from '../errors.ts';
import { askOne, askText, mustBeTerminal } from '../prompts.ts';

type Kind = Contact['kind'];
type KindWords = {
  label: string;
  /** Printed if a test was accepted but did not arrive. */
  missing: string;
};
type AddressWords = KindWords & {
  flag: string;
  about: string;
  /** The settings of the server that it needs. */
  setBy: string;
  /** Prompts for the address; null for a chat that is added by a link. */
  question: string | null;
  example: string;
};

/** By kind, which is also the name of its flag if it is added here. */
export const contactKinds: Record<Kind, KindWords | AddressWords> = {
  webpush: {
    label: 'Browser',
    missing: 'Check that the device allows its browser to show notifications.',
  },
  ntfy: {
    label: 'ntfy',
    flag: '--ntfy <topic>',
    about: 'topic of ntfy, or the URL of a topic on another ntfy server',
    setBy: 'INBOX_NTFY_URL, unless you give a URL',
    question: 'Topic, or its URL',
    example: 'my-inbox-7f3a',
    missing: 'Check that the ntfy app is subscribed to this topic on this server.',
  },
  apprise: {
    label: 'Apprise',
    flag: '--apprise <key>',
    about: 'configuration key of Apprise',
    setBy: 'INBOX_APPRISE_URL',
    question: 'Configuration key',
    example: 'team',
    missing: 'Check the URLs of this configuration key in Apprise.',
  },
  telegram: {
    label: 'Telegram',
    flag: '--telegram',
    about: 'chat with the Telegram bot, added by a link that you open',
    setBy: 'INBOX_TELEGRAM_TOKEN',
    question: null,
    example: '',
    missing: 'Check that the chat with the bot is not blocked or muted.',
  },
  slack: {
    label: 'Slack',
    flag: '--slack <member>',
    about: 'member ID of your Slack profile',
    setBy: 'INBOX_SLACK_APP_TOKEN and INBOX_SLACK_BOT_TOKEN',
    question: 'Member ID',
    example: 'U012AB3CD',
    missing: 'Check the member ID, and check in Slack that the app is not muted.',
  },
  email: {
    label: 'E-mail',
    flag: '--email <address>',
    about: 'e-mail address, verified by a code that is sent there',
    setBy: 'INBOX_SMTP_URL and INBOX_SMTP_FROM',
    question: 'Address',
    example: 'ann@example.com',
    missing: 'Check your spam folder, and the spelling of the address.',
  },
};

/** The kinds that are added by an address; a browser adds itself. */
export const addressKinds = Object.entries(contactKinds).flatMap(([kind, words]) =>
  'flag' in words ? [{ kind: kind as Kind, ...words }] : [],
);
const kinds = addressKinds.map(({ kind }) => kind);
const flags = kinds.map((kind) => `--${kind}`);

export type KindOptions = Partial<Record<Kind, string | true>>;
/** Without an address for a chat that is added by a link. */
type Address = { kind: Kind; address: string | null };

/** Returns the address that a flag names; without one, prompts for it. */
export async function addressFrom(options: KindOptions): Promise<Address> {
  const [given, second] = kinds.flatMap((kind) => {
    const address = options[kind];
    return address === undefined ? [] : [{ kind, address: address === true ? null : address }];
  });
  if (given && second) {
    throw new UsageError(`--${given.kind} and --${second.kind} cannot be used together`);
  }
  return given ?? askAddress();
}

async function askAddress(): Promise<Address> {
  mustBeTerminal(flags.join(', ').replace(/, (?=[^,]*$)/, ' or '));
  const choices = addressKinds.map(({ kind, label }) => ({ value: kind, label }));
  const kind = (await askOne('How do you want to be notified?', choices)) as Kind;
  const words = addressKinds.find((one) => one.kind === kind);
  const { question = null, example = '' } = words ?? {};
  if (question === null) return { kind, address: null };
  const address = await askText({ message: question, placeholder: example, validate: isMissing });
  return { kind, address };
}

const isMissing = (text: string | undefined) => (text?.trim() ? undefined : 'Required');
