/**
 * The hooks of coding agents: a call in the client's own JSON is held until a person has decided, and gets the
 * client's own answer. Without one the client goes on as it would without a hook.
 */
import { type ClientName, clients } from '../../agents/clients.ts';
import type { HookCall, HookQuestion, HookSource } from '../../agents/hook.ts';
import { hooks } from '../../agents/hooks.ts';
import type { Agent, Caller } from '../access/callers.ts';
import { mustSee } from '../access/permissions.ts';
import { changeBy } from '../change.ts';
import { noteQuietCall } from '../channels/alive.ts';
import { InboxError, invalidField } from '../errors.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import type { JsonObject } from '../json.ts';
import { cut, nameOnOneLine, visible } from '../letters.ts';
import { sendMessage, writeMessage } from '../messages/messages.ts';
import { type Message, SendMessage } from '../messages/schema.ts';
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

/** Carries out a call. The promise is of what its connection is held for; null for nothing. */
export async function callHook(
  inbox: Inbox,
  caller: Caller,
  hook: Hook,
  input: JsonObject,
  signal: AbortSignal,
): Promise<{ opinion: Opinion } | null> {
  mustHaveKey(caller);
  const channelId = channelOf(caller, hook);
  noteQuietCall(inbox, caller, channelId);
  const call = hooks[hook.client](input);
  switch (call.does) {
    case 'ask':
      return ask(inbox, caller, { ...hook, channelId }, call.question, signal);
    case 'withdraw':
      if ((await withdrawInSession(inbox, caller, call)).length === 0 && call.hasRun) {
        await noteRan(inbox, caller, call);
      }
      return null;
    case 'send':
      await send(inbox, caller, { ...hook, channelId }, call);
      return null;
    case 'nothing':
      return null;
    case 'not understood':
      await noteNotUnderstood(inbox, caller, { ...hook, channelId }, call.reason);
      return null;
  }
}

type InChannel = Hook & { channelId: string };

/** A call whose body could not even be read, for this reason: counted as one that is not understood. */
export async function refuseHook(
  inbox: Inbox,
  caller: Caller,
  hook: Hook,
  reason: string,
): Promise<null> {
  mustHaveKey(caller);
  const channelId = channelOf(caller, hook);
  await noteNotUnderstood(inbox, caller, { ...hook, channelId }, reason);
  return null;
}

function mustHaveKey(caller: Caller): asserts caller is Agent & { keyId: string } {
  if (caller.kind === 'agent' && caller.keyId !== null) return;
  throw new InboxError('forbidden', 'Hooks are called with an API key');
}

function channelOf(caller: Agent, { channelId }: Hook): string {
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
const USUALLY = { notifyAfterSeconds: 20 };

async function ask(
  inbox: Inbox,
  caller: Agent,
  hook: InChannel,
  question: HookQuestion,
  signal: AbortSignal,
): Promise<{ opinion: Opinion } | null> {
  const { type, payload, text, source } = question;
  const sent = SendMessage.safeParse({
    channelId: hook.channelId,
    ...(text === undefined ? {} : { text }),
    metadata: { source: sourceOf(hook, source) },
    review: { type, payload, hold: true, expiresInSeconds: hook.expiresInSeconds },
  });
  if (!sent.success) {
    const [issue] = sent.error.issues;
    const reason = `${source.tool ?? type}: ${issue?.path.join('.')}: ${issue?.message}`;
    await noteNotUnderstood(inbox, caller, hook, reason);
    return null;
  }
  const { message } = await sendMessage(inbox, caller, sent.data, USUALLY);
  const { id } = message;
  return {
    opinion: opinionOn(inbox, caller, { id, channelId: hook.channelId }, question.answer, signal),
  };
}

async function opinionOn(
  inbox: Inbox,
  caller: Agent,
  asked: Pick<Message, 'id' | 'channelId'>,
  answer: HookQuestion['answer'],
  signal: AbortSignal,
): Opinion {
  const ended = await holdReview(inbox, caller, asked, { by: 'hook', signal });
  const { status, response, respondedBy } = ended?.review ?? {};
  if (status !== 'completed' || !response) return null;
  return answer({ response, respondedBy: respondedBy ?? null });
}

const sourceOf = ({ client, version }: Hook, source: HookSource) => {
  const { label } = clients[client];
  const known = { client: label, version: version ?? undefined, ...source };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
};

async function send(
  inbox: Inbox,
  caller: Agent,
  hook: InChannel,
  { text, source }: Extract<HookCall, { does: 'send' }>,
): Promise<void> {
  const sent = SendMessage.safeParse({
    channelId: hook.channelId,
    text,
    metadata: { source: sourceOf(hook, source) },
  });
  if (sent.success) await sendMessage(inbox, caller, sent.data);
  else
    await noteNotUnderstood(
      inbox,
      caller,
      hook,
      `${source.tool}: ${sent.error.issues[0]?.message}`,
    );
}

/** Returns the calls of each key's hooks that were not understood. */
export const notUnderstoodBy = listNotUnderstood;

const LONGEST_REASON = 200;

/** Counts it, and says so in the channel at most once a day. */
async function noteNotUnderstood(
  inbox: Inbox,
  caller: Agent,
  hook: InChannel,
  why: string,
): Promise<void> {
  const reason = cut(visible(nameOnOneLine(why)), LONGEST_REASON);
  await changeBy(inbox, caller, async (change: ChangeBy<Agent>) => {
    const { keyId } = change.caller;
    if (keyId === null) return;
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
