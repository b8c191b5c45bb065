/** A real inbox on a temporary directory, with a clock that only the test moves. */
import type { Logger } from 'pino';
import type { z } from 'zod';
import {
  type Agent as AgentCaller,
  type Human,
  localAgent,
  localOrigin,
} from '../../../src/core/access/callers.ts';
import { localOwner } from '../../../src/core/access/local-owner.ts';
import { createChannel } from '../../../src/core/channels/channels.ts';
import { type Agent, CreateAgent } from '../../../src/core/channels/schema.ts';
import type { Inbox } from '../../../src/core/inbox.ts';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { type Message, SendMessage } from '../../../src/core/messages/schema.ts';
import { type OpenOptions, openInbox } from '../../../src/core/open.ts';
import { silentLog } from '../../../src/log.ts';
import { removeDirectory } from '../machine/directory.ts';
import { emptyDirectory } from './empty.ts';

export type TestInbox = Inbox & Extras & AsyncDisposable;
export type Clock = ReturnType<typeof testClock>;
type Extras = {
  data: string;
  clock: Clock;
  /** Sees every channel. */
  agent: AgentCaller;
  owner: Human;
  channel: (input?: Partial<z.input<typeof CreateAgent>>) => Promise<Agent>;
  /** Sends as the agent, to a channel of its own unless one is named. */
  send: (input: Partial<z.input<typeof SendMessage>>) => Promise<Message>;
  /** Closes this inbox and opens its directory again, with other settings if given. */
  restart: (other?: Settings) => Promise<TestInbox>;
};

const NOON = '2030-01-02T12:00:00.000Z';

export async function testInbox({
  now = NOON as string | number,
  log = silentLog(),
  data,
  ...settings
}: Settings & {
  now?: string | number;
  log?: Logger;
  data?: string;
} = {}): Promise<TestInbox> {
  return openTestInbox(data ?? (await emptyDirectory()), testClock(now), { log, ...settings });
}

/** An agent of these channels without a key: nothing ends its access. */
export const agentOf = (...channels: string[]): AgentCaller => keyOf(null, ...channels);

/** An agent with a key that is not stored. */
export const keyOf = (keyId: string | null, ...channels: string[]): AgentCaller => ({
  kind: 'agent',
  keyId,
  keyName: keyId && 'ci',
  channels,
  origin: localOrigin(),
  standing: { id: crypto.randomUUID(), find: async () => keyOf(keyId, ...channels) },
});

/** A reviewer of these channels who isn't stored: nothing ends their access. */
export const reviewerOf = (...channels: string[]): Human =>
  strangerOf({ userId: 'reviewer', name: 'Rita', channels });

export const strangerOf = (who: Pick<Human, 'userId' | 'name' | 'channels'>): Human => ({
  kind: 'human',
  ...who,
  role: 'reviewer',
  mayDecide: true,
  origin: localOrigin(),
  standing: { id: crypto.randomUUID(), find: async () => strangerOf(who) },
});

export function testClock(start: string | number) {
  let ms = new Date(start).getTime();
  return {
    now: () => ms,
    at(time: string | number) {
      ms = new Date(time).getTime();
    },
    advance(byMs: number) {
      ms += byMs;
    },
  };
}

type Settings = Pick<
  OpenOptions,
  | 'webhookAllow'
  | 'webhookRetriesMs'
  | 'auditKeepMs'
  | 'retentionMs'
  | 'eventsKeepMs'
  | 'localAnswers'
  | 'ways'
  | 'secretsKeyFile'
>;

async function openTestInbox(
  data: string,
  clock: Clock,
  settings: Settings & { log: Logger },
): Promise<TestInbox> {
  const inbox = await openInbox({ data, ...settings, holder: 'a test', now: clock.now });
  const agent = localAgent();
  const owner = await localOwner(inbox);
  const { close } = inbox;
  let closing: Promise<void> | undefined;
  const extras: Extras = {
    data,
    clock,
    agent,
    owner,
    channel: (input) => createChannel(inbox, owner, CreateAgent.parse({ name: 'Bot', ...input })),
    async send(input) {
      const channelId = input.channelId ?? (await extras.channel()).id;
      const parsed = SendMessage.parse({ ...input, channelId });
      return (await sendMessage(inbox, agent, parsed)).message;
    },
    async restart(other = {}) {
      await inbox.close();
      return openTestInbox(data, clock, { ...settings, ...other });
    },
  };
  return Object.assign(inbox, extras, {
    close: () => (closing ??= close()),
    async [Symbol.asyncDispose]() {
      await inbox.close();
      removeDirectory(data);
    },
  });
}
