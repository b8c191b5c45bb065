/**
 * The hooks of coding agents: a call in the client's own JSON is held until a person has decided, and gets the
 * client's own answer. Without one the client goes on as it would without a hook.
 */
import type { z } from 'zod';
import { type ClientName, clients } from '../../agents/clients.ts';
import {
  type HookCall,
  type HookQuestion,
  type HookSource,
  notUnderstood,
} from '../../agents/hook.ts';
import { hooks } from '../../agents/hooks.ts';
import type { Agent, Caller } from '../access/callers.ts';
import { mustSee } from '../access/permissions.ts';
import { changeBy } from '../change.ts';
import { noteCall, noteQuietCall } from '../channels/alive.ts';
import { InboxError, invalidField } from '../errors.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import type { JsonObject } from '../json.ts';
import { cut, nameOnOneLine, visible } from '../letters.ts';
import { sendMessage, writeMessage } from '../messages/messages.ts';
import { type Message, SendMessage } from '../messages/schema.ts';
import { LONGEST_REASON, type NotifiedBy } from '../reviews/schema.ts';
import { holdReview } from '../reviews/waiting.ts';
import { noteRan, withdrawInSession } from '../reviews/withdrawing.ts';
import { countNotUnderstood, listNotUnderstood } from './table.ts';

export type Hook = {
  client: ClientName;
  /** The version of the client, if it says so. */
  version: string | null;
  /** Null for the only channel of the key. */
  channelId: string | null;
  expiresInSeconds: number;
};

/** Resolves to the client's JSON, or to null for no opinion. */
export type Opinion = Promise<JsonObject | null>;

type InChannel = Hook & { channelId: string };
type Asking = Extract<HookCall, { does: 'ask' }>;
type Answering = Extract<HookCall, { does: 'answer' }>;

/** Reads the call of a key; a body that could not be read is one that is not understood. */
export function readHook(
  inbox: Inbox,
  caller: Caller,
  hook: Hook,
  body: JsonObject | InboxError,
): { agent: Agent; hook: InChannel; call: HookCall } {
  mustHaveKey(caller);
  const channelId = channelOf(caller, hook);
  noteQuietCall(inbox, caller, channelId);
  const call = body instanceof InboxError ? notUnderstood(body.message) : hooks[hook.client](body);
  return { agent: caller, hook: { ...hook, channelId }, call };
}

/** Carries out a call that asks nothing. */
export async function carryOut(
  inbox: Inbox,
  agent: Agent,
  hook: InChannel,
  call: Exclude<HookCall, Asking | Answering>,
): Promise<void> {
  switch (call.does) {
    case 'withdraw': {
      const why = cut(call.why, LONGEST_REASON);
      const withdrawn = await withdrawInSession(inbox, agent, { ...call, why });
      if (withdrawn.length === 0 && call.hasRun) await noteRan(inbox, agent, call);
      return;
    }
    case 'send':
      return send(inbox, agent, hook, call);
    case 'not understood':
      return noteNotUnderstood(inbox, agent, hook, call.reason);
  }
}

function mustHaveKey(caller: Caller): asserts caller is Agent & { keyId: string } {
  if (caller.kind === 'agent' && caller.keyId !== null) return;
  throw new InboxError('forbidden', 'Hooks are called with an API key');
}

/** Returns the channel that a key asks in, which a key of several has to name. */
export function channelOf(caller: Agent, { channelId }: Pick<Hook, 'channelId'>): string {
  const { channels } = caller;
  if (channelId !== null) {
    mustSee(caller, channelId, 'Channel');
    return channelId;
  }
  const [only, ...others] = channels === 'all' ? [] : channels;
  if (only !== undefined && others.length === 0) return only;
  const which = channels === 'all' ? 'every channel' : `the channels ${channels.join(', ')}`;
  throw invalidField(
    ['X-Inbox-Channel'],
    `This key is for ${which}: name one of them in the header X-Inbox-Channel`,
  );
}

/** The person may be at the terminal, where the client asks, too. */
const BY_HOOK = { by: 'hook', notifyAfterSeconds: 20 } as const;
type How = { by: NotifiedBy; notifyAfterSeconds: number };

/** Asks the question of a call. Null if it is invalid, else the promise that its connection is held for. */
export async function askByHook(
  inbox: Inbox,
  agent: Agent,
  hook: InChannel,
  { question: { type, payload, source, answer } }: Asking,
  signal: AbortSignal,
  { by, ...usually }: How = BY_HOOK,
): Promise<{ opinion: Opinion } | null> {
  const sent = SendMessage.safeParse({
    channelId: hook.channelId,
    metadata: { source: sourceOf(hook, source) },
    review: { type, payload, hold: true, expiresInSeconds: hook.expiresInSeconds },
  });
  if (!sent.success) {
    await noteNotUnderstood(inbox, agent, hook, refused(source.tool ?? type, sent.error));
    return null;
  }
  const { message } = await sendMessage(inbox, agent, sent.data, usually);
  // It may be held for a day: only what it needs is kept.
  const asked = { id: message.id, channelId: message.channelId };
  return { opinion: opinionOn(inbox, agent, asked, answer, { by, signal }) };
}

async function opinionOn(
  inbox: Inbox,
  agent: Agent,
  asked: Pick<Message, 'id' | 'channelId'>,
  answer: HookQuestion['answer'],
  holding: { by: NotifiedBy; signal: AbortSignal },
): Opinion {
  const { review } = (await holdReview(inbox, agent, asked, holding)) ?? {};
  return review?.status === 'completed' && review.response ? answer(review) : null;
}

const refused = (what: string, { issues: [issue] }: z.ZodError): string =>
  `${what}: ${issue?.path.join('.')}: ${issue?.message}`;

const sourceOf = ({ client, version }: Hook, source: HookSource) => {
  const { label } = clients[client];
  const known = { client: label, version: version ?? undefined, ...source };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
};

async function send(
  inbox: Inbox,
  agent: Agent,
  hook: InChannel,
  { text, source }: Extract<HookCall, { does: 'send' }>,
): Promise<void> {
  const sent = SendMessage.safeParse({
    channelId: hook.channelId,
    text,
    metadata: { source: sourceOf(hook, source) },
  });
  if (sent.success) await sendMessage(inbox, agent, sent.data);
  else await noteNotUnderstood(inbox, agent, hook, refused(source.tool ?? 'a message', sent.error));
}

/** Returns the calls of each key's hooks that were not understood. */
export const notUnderstoodBy = listNotUnderstood;

const LONGEST_FAULT = 200;

/** Counts it, and says so in the channel at most once a day. */
async function noteNotUnderstood(
  inbox: Inbox,
  agent: Agent,
  hook: InChannel,
  why: string,
): Promise<void> {
  const reason = cut(visible(nameOnOneLine(why)), LONGEST_FAULT);
  await changeBy(inbox, agent, async (change: ChangeBy<Agent>) => {
    const { keyId } = change.caller;
    if (keyId === null) return;
    await noteCall(change, hook.channelId);
    const { client, version } = hook;
    const isToSay = await countNotUnderstood(change, {
      keyId,
      client,
      version: version ?? '',
      reason,
    });
    if (!isToSay) return;
    const { label } = clients[client];
    const named = version === null ? label : `${label} ${version}`;
    await writeMessage(change, {
      channelId: hook.channelId,
      text: `${named} called its hook with something that this inbox does not understand, and went on as it would without the inbox. ${reason}`,
      metadata: { source: { client: label } },
    });
  });
}
