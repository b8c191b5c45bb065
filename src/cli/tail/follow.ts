import { type Client, ok } from '../../client/client.ts';
import type { Place } from '../../client/follow/connection.ts';
import { type FollowHandlers, follow } from '../../client/follow/follow.ts';
import { shownNames } from '../../core/channels/names.ts';
import type { LiveEvent } from '../../core/events.ts';
import { connectionToServer } from '../connection.ts';
import { endWithReader } from '../ending.ts';
import type { GlobalOptions } from '../options.ts';
import { type PrintEvent, type Printer, printingInFull } from './printer.ts';

type Where = {
  channel: string | undefined;
  place: Place;
  /** Called once connected: prints earlier messages; the result prints what follows. */
  begin?: (client: Client) => Promise<PrintEvent>;
  /** Agents get events that people must not, such as the passwords of a form. */
  as?: 'agent' | 'person';
};
/** The channels that are known, and how each is shown beside the others. */
export type KnownChannels = ReturnType<typeof knownChannels>;

export function knownChannels() {
  const stored = new Map<string, { id: string; name: string }>();
  let shown = new Map<string, string>();
  return {
    learn(channels: { id: string; name: string }[]): void {
      for (const { id, name } of channels) stored.set(id, { id, name });
      shown = shownNames([...stored.values()]);
    },
    forget(id: string): void {
      stored.delete(id);
      shown = shownNames([...stored.values()]);
    },
    nameOf: (id: string): string => shown.get(id) ?? id,
  };
}

const RESET = 'The inbox was restored, or no longer keeps old events; some may be missing here.';

/** Follows until interrupted or refused, or nobody reads stdout. Prints once that no server is running. */
export async function followServer(
  options: GlobalOptions,
  { channel, place, begin, as = 'person' }: Where,
  channels: KnownChannels,
  printer: Printer,
): Promise<never> {
  endWithReader();
  const notes = notesOn(printer);
  const beginning = begin && holdingUntil(begin);
  let client: Client | undefined;
  const source = async () => {
    const connection = await connectionToServer(options);
    if (connection === null || connection.address === null) {
      notes.cutOff('No server is running; waiting for `inbox serve`.');
      throw new Error('No server to follow');
    }
    const { address: url, agentCredentials, person, credentials } = connection;
    client = person;
    channels.learn(await ok(person.agents.get()));
    return { url, credentials: as === 'agent' ? agentCredentials : credentials };
  };
  const handlers: FollowHandlers = {
    event: printingInFull(() => client, beginning?.event ?? printer.event),
    polling: printer.note,
    state(now) {
      notes.state(now);
      if (now === 'live' && client) beginning?.start(client).catch(() => follower.drop());
    },
    reset: () => printer.note(RESET),
  };
  const follower = follow({ source, place, channel }, handlers);
  const refusal = await follower.ended;
  throw refusal ?? new Error('It ends only when it is refused');
}

/** Buffers events until earlier messages are printed. Retries after a failure. */
function holdingUntil(begin: (client: Client) => Promise<PrintEvent>) {
  const held: LiveEvent[] = [];
  let print: PrintEvent = (event) => held.push(event);
  let started: Promise<void> | undefined;
  const beginWith = async (client: Client) => {
    const next = await begin(client);
    for (const event of held) next(event);
    print = next;
  };
  return {
    event: (event: LiveEvent) => print(event),
    start(client: Client): Promise<void> {
      started ??= beginWith(client).catch((error) => {
        started = undefined;
        throw error;
      });
      return started;
    },
  };
}

/** Notes about the connection, each printed once. */
function notesOn(printer: Printer) {
  let isCutOff = false;
  let hasBegun = false;
  const cutOff = (sentence: string) => {
    if (!isCutOff) printer.note(sentence);
    isCutOff = true;
  };
  const connected = () => {
    if (!hasBegun) printer.connected?.();
    hasBegun = true;
    if (isCutOff) printer.note('Connected.');
    isCutOff = false;
  };
  return {
    cutOff,
    state(now: 'live' | 'lost' | 'refused'): void {
      if (now === 'lost') cutOff('Connection lost; trying again.');
      if (now === 'live') connected();
    },
  };
}
