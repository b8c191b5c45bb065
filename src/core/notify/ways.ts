import type { Row } from '../../storage/tables.ts';
import { readSmtpUrl } from '../../ways/email/mail.ts';
import { type ContactKind, isContactKind } from './names.ts';
import type { BotStates } from './pairing-schema.ts';

/** The owner's settings to reach people; each way is off until it is set. */
export type Ways = {
  /** The base URL of an ntfy server. */
  ntfyUrl: string | null;
  ntfyToken: string | null;
  /** The topic of that server to which the buttons of its notifications post answers. */
  ntfyReplyTopic: string | null;
  /** The token with which those buttons publish; it travels in the notifications. */
  ntfyReplyToken: string | null;
  /** The base URL of Apprise's API. */
  appriseUrl: string | null;
  /** The server that sends mail, as `readSmtpUrl` takes it. */
  smtpUrl: string | null;
  /** The sender of mail, as `readSender` takes it. */
  smtpFrom: string | null;
  telegramToken: string | null;
  telegramUrl: string;
  /** Connects to Slack; `slackBotToken` sends. */
  slackAppToken: string | null;
  slackBotToken: string | null;
  /** The methods of Slack's API are below it. */
  slackUrl: string;
  /** Where people open the inbox. */
  publicUrl: string | null;
  /** An e-mail address or an https URL: whom push services may contact. */
  pushSubject: string | null;
};

/** Whether a button of ntfy's notifications has somewhere to post to. */
export const takesPresses = ({ publicUrl, ntfyUrl, ntfyReplyTopic }: Ways): boolean =>
  publicUrl !== null || (ntfyUrl !== null && ntfyReplyTopic !== null);

export const noWays: Ways = {
  ntfyUrl: null,
  ntfyToken: null,
  ntfyReplyTopic: null,
  ntfyReplyToken: null,
  appriseUrl: null,
  smtpUrl: null,
  smtpFrom: null,
  telegramToken: null,
  telegramUrl: 'https://api.telegram.org',
  slackAppToken: null,
  slackBotToken: null,
  slackUrl: 'https://slack.com/api',
  publicUrl: null,
  pushSubject: null,
};

// The state of the bots that notify people, in memory.

type Bot = { name: string | null; problem: string | null };
export type Bots = Record<'telegram' | 'slack', Bot>;

export const newBots = (): Bots => ({
  telegram: { name: null, problem: null },
  slack: { name: null, problem: null },
});

/** Returns which bots are set, and the problem of each that does not work. */
export const botStates = ({ bots, ways }: { bots: Bots; ways: Ways }): BotStates => ({
  telegram: { isSet: ways.telegramToken !== null, ...bots.telegram },
  slack: {
    isSet: ways.slackAppToken !== null && ways.slackBotToken !== null,
    ...bots.slack,
  },
});

// The host to which a contact's notices go.

type Place = Pick<Row<'contacts'>, 'kind' | 'lane'>;

const hostIn = (url: string | null): string | null =>
  (url === null ? null : URL.parse(url)?.host) || null;

/** The host of what the owner has set; each push service has its own. */
const owners: Record<ContactKind, (ways: Ways) => string | null> = {
  webpush: () => null,
  ntfy: ({ ntfyUrl }) => hostIn(ntfyUrl),
  apprise: ({ appriseUrl }) => hostIn(appriseUrl),
  email: ({ smtpUrl }) => readSmtpUrl(smtpUrl ?? '')?.host ?? null,
  telegram: ({ telegramUrl }) => hostIn(telegramUrl),
  slack: ({ slackUrl }) => hostIn(slackUrl),
};

/** The host alone: the rest of an address is secret. Null if the setting was removed. */
export function providerHost(ways: Ways, { kind, lane }: Place): string | null {
  const [, own] = lane.split(' ');
  return own ?? (isContactKind(kind) ? owners[kind](ways) : null);
}
