/** The form of an address, for each kind of contact. */
import { BLOCKED, invalidField } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { hasLogin, hostOf, refusal } from '../outgoing/addresses.ts';
import { NO_SUBJECT, pushSubject } from '../push/subject.ts';
import { mustBePoint, readSubscription, writeSubscription } from '../push/subscription.ts';
import { isMailAddress } from './mail-address.ts';
import type { ContactKind } from './names.ts';
import type { CreateContact } from './schema.ts';

/** As it is stored; `host` separates the servers that one kind sends to. */
export type Address = { address: string; host: string | null; name: string };

type Given = CreateContact['address'];
type Read = (inbox: Inbox, given: Given) => Address | Promise<Address>;

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;
/** Ids of people; channels begin with C, direct messages with D. */
const MEMBER = /^[UW][A-Z0-9]{2,30}$/;
const KEY = /^[-_A-Za-z0-9]{1,128}$/;

const LOGIN_IN_TOPIC =
  'The URL of a topic must not contain a user name or password. For a server with logins, the owner sets INBOX_NTFY_URL and INBOX_NTFY_TOKEN, and you use the topic alone';

const kinds: Record<ContactKind, Read> = {
  async webpush(inbox, given) {
    if (typeof given === 'string') throw refused('Expected the subscription of a browser');
    const subject = await pushSubject({ read: inbox.store.read, ways: inbox.ways });
    if (subject === null) throw invalidField(['kind'], NO_SUBJECT);
    mustBeOutside(inbox, given.endpoint, 'A push endpoint', ['address', 'endpoint']);
    mustBePoint(given);
    const host = hostOf(new URL(given.endpoint));
    return { address: writeSubscription(given), host, name: 'Browser' };
  },
  ntfy(inbox, given) {
    const text = asText(given);
    if (TOPIC.test(text)) {
      mustBeSet(inbox.ways.ntfyUrl, 'a topic', 'INBOX_NTFY_URL');
      return { address: text, host: null, name: 'ntfy' };
    }
    const url = URL.parse(text);
    const topic = url?.pathname.split('/').at(-1) ?? '';
    if (!url || !TOPIC.test(topic) || url.search || url.hash) {
      throw refused('Use a topic such as my-inbox, or its URL such as https://ntfy.sh/my-inbox');
    }
    if (hasLogin(url)) throw refused(LOGIN_IN_TOPIC);
    mustBeOutside(inbox, text, 'The URL of a topic');
    return { address: url.href, host: url.host, name: url.host };
  },
  apprise(inbox, given) {
    const text = asText(given);
    mustBeSet(inbox.ways.appriseUrl, 'Apprise', 'INBOX_APPRISE_URL');
    if (!KEY.test(text)) throw refused('Use a configuration key of Apprise');
    return { address: text, host: null, name: 'Apprise' };
  },
  email(inbox, given) {
    const text = asText(given);
    mustBeSet(inbox.ways.smtpUrl, 'e-mail addresses', 'INBOX_SMTP_URL');
    mustBeSet(inbox.ways.smtpFrom, 'e-mail addresses', 'INBOX_SMTP_FROM');
    const address = text.toLowerCase();
    if (!isMailAddress(address)) throw refused('Use one address such as ann@example.com');
    return { address, host: null, name: 'E-mail' };
  },
  slack(inbox, given) {
    const text = asText(given);
    mustBeSet(inbox.ways.slackBotToken, 'Slack', 'INBOX_SLACK_BOT_TOKEN');
    mustBeSet(inbox.ways.slackAppToken, 'Slack', 'INBOX_SLACK_APP_TOKEN');
    if (!MEMBER.test(text))
      throw refused('Use the member ID of a Slack profile, such as U012AB3CD');
    return { address: text, host: null, name: 'Slack' };
  },
  telegram() {
    throw invalidField(['kind'], 'A Telegram chat is added by pairing: POST /contacts/telegram');
  },
};

/** @throws InboxError `invalid`: it is none, or the inbox can't send there */
export const readAddress = async (
  inbox: Inbox,
  { kind, address }: CreateContact,
): Promise<Address> => kinds[kind](inbox, address);

/** All that is shown of an address. */
export const maskAddress = (kind: ContactKind, address: string): string =>
  `…${(kind === 'webpush' ? readSubscription(address).endpoint : address).slice(-4)}`;

function asText(given: Given): string {
  if (typeof given !== 'string') throw refused('Expected a text');
  return given;
}

function mustBeSet(setting: string | null, what: string, name: string): void {
  if (setting === null) {
    throw invalidField(['kind'], `This inbox cannot send to ${what}: the owner must set ${name}`);
  }
}

/** An address that a user brings follows the rules of webhooks. */
function mustBeOutside(inbox: Inbox, url: string, what: string, path = ['address']): void {
  const reason = refusal(url, inbox.webhookAllow, what);
  if (reason) throw invalidField(path, reason, BLOCKED);
}

const refused = (sentence: string) => invalidField(['address'], sentence);
