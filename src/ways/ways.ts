/** All ways to reach people outside of the inbox, and what follows from what each says of itself. */
import { apprise } from './apprise/way.ts';
import { email } from './email/way.ts';
import { ntfy } from './ntfy/way.ts';
import { slack } from './slack/way.ts';
import { telegram } from './telegram/way.ts';
import type { ValuesOf, Way } from './way.ts';
import { webpush } from './webpush/way.ts';

/** By the name that each has on the wire, in the order in which it lists them. */
export const ways = { webpush, ntfy, apprise, email, telegram, slack };

export type ContactKind = keyof typeof ways;
export const contactKinds = Object.keys(ways) as ContactKind[];
export const isContactKind = (name: string | null): name is ContactKind =>
  name !== null && Object.hasOwn(ways, name);

/** A kind that is stored was one of these when its contact was added. */
export const wayOf = (kind: string): Way<WaySettings> => ways[kind as ContactKind];

type AllSettings = Together<(typeof ways)[ContactKind]['settings']>;
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The values of the settings of all ways. */
export type WaySettings = ValuesOf<AllSettings>;

/** Whether an address is verified by a code that is sent there; before that, nothing else is. */
export function hasCode(kind: ContactKind): boolean {
  const { added } = wayOf(kind);
  return added.by === 'address' && added.hasCode;
}

/** The ways that a person adds. */
export const addedKinds = contactKinds.filter((kind) => wayOf(kind).added.by !== 'itself');
/** All ways in the order of documents: a browser, which adds itself, is the last. */
export const documentedKinds = [...new Set([...addedKinds, ...contactKinds])];

export const waySettings: AllSettings = Object.assign(
  {},
  ...documentedKinds.map((kind) => wayOf(kind).settings),
);

/** The owner's settings to reach people; each way is off until it is set. */
export type Ways = WaySettings & {
  /** Where people open the inbox. */
  publicUrl: string | null;
};

export const noWays: Ways = Object.assign(
  { publicUrl: null },
  ...Object.entries(waySettings).map(([name, { fallback }]) => ({ [name]: fallback })),
);

type KindsThatAnswer<By> = {
  [Kind in ContactKind]: (typeof ways)[Kind]['answers'] extends By ? Kind : never;
}[ContactKind];

/** The ways by which questions are answered. */
export type AnsweringKind = KindsThatAnswer<string>;
export const answeringKinds = contactKinds.filter(
  (kind): kind is AnsweringKind => wayOf(kind).answers !== null,
);

/** The chats with a bot of the inbox. */
export type BotKind = KindsThatAnswer<'chat'>;
export const botKinds = contactKinds.filter(
  (kind): kind is BotKind => wayOf(kind).answers === 'chat',
);

/** The chats that are added by a link. */
export type LinkedKind = {
  [Kind in ContactKind]: (typeof ways)[Kind]['added']['by'] extends 'link' ? Kind : never;
}[ContactKind];

/** The ways with something to listen to. */
export type ListeningKind = {
  [Kind in ContactKind]: (typeof ways)[Kind]['listens'] extends null ? never : Kind;
}[ContactKind];

/** Whether strangers may read what is sent to a host. */
export const isPublicHost = (kind: ContactKind, host: string | null): boolean =>
  host !== null && (wayOf(kind).publicHosts?.includes(nameIn(host)) ?? false);

/** A host without its port, and without the dot that may end a name. */
const nameIn = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();

/** Who accepts what is sent there: its host; for a chat, or until the host is known, its name. */
export const providerOf = (kind: ContactKind, host: string | null | undefined): string => {
  const { label, answers } = wayOf(kind);
  return answers === 'chat' ? label : (host ?? label);
};
