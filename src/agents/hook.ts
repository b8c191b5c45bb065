/**
 * The calls of clients' hooks, as what the inbox is to do. The `hook.ts` of each client translates: it knows the client's
 * JSON and nothing of the database.
 */
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Message } from '../core/messages/schema.ts';
import type { Review } from '../core/reviews/schema.ts';

/** Where a call comes from. A withdrawal finds its questions by their session. */
export type HookSource = {
  session?: string | undefined;
  cwd?: string | undefined;
  tool?: string | undefined;
  callId?: string | undefined;
  agentId?: string | undefined;
};

/** A question that was answered. */
export type Answered = Pick<Review, 'payload' | 'response' | 'respondedBy'>;

export type HookQuestion = {
  type: 'permission' | 'questions';
  payload: JsonObject;
  source: HookSource;
  /** The client's own answer. It is kept for as long as the call is held: the payload comes back with the answer. */
  answer: (answered: Answered) => JsonObject;
};

/** A question of this session that the key has asked. */
export type AskedBefore = Message & { review: Review };

export type HookCall =
  | { does: 'ask'; question: HookQuestion }
  /** Its tool has run, or its answer was given elsewhere. */
  | {
      does: 'withdraw';
      session: string;
      which: 'all' | 'oldest';
      matches: (asked: AskedBefore) => boolean;
      /** Another call may have a better reason, and be later. */
      afterMs?: number;
      /** Why, in the client's words. */
      why: string;
      /** A question that matches and was denied not long before: the tool ran all the same. */
      hasRun: boolean;
    }
  | { does: 'send'; text: string; source: HookSource }
  /** No person is needed. */
  | { does: 'answer'; answer: JsonObject }
  /** No opinion: the client goes on as it would without a hook. */
  | { does: 'not understood'; reason: string };

export type HookTranslator = (input: JsonObject) => HookCall;

export const notUnderstood = (reason: string): HookCall => ({ does: 'not understood', reason });

/** Reads a text of the client's; undefined for anything else, and for an empty one. */
export function textOf(input: JsonObject, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export const objectOf = (input: JsonObject, name: string): JsonObject | undefined =>
  isJsonObject(input[name]) ? input[name] : undefined;

/** The source of a question as its agent gave it. */
export const sourceOf = ({ metadata }: Pick<Message, 'metadata'>): JsonObject =>
  objectOf(metadata ?? {}, 'source') ?? {};

/** The words of a person who wrote none. */
export const deniedBy = ({ respondedBy }: Answered): string =>
  respondedBy ? `Denied by ${respondedBy.name}.` : 'Denied.';

/** The questions of a session end with it. */
export const sessionEnded = (session: string): HookCall => ({
  does: 'withdraw',
  session,
  which: 'all',
  matches: () => true,
  why: 'the session has ended',
  hasRun: false,
});

/** The choice that also ends the turn of its agent. */
export const denyAndStop = {
  id: 'deny-and-stop',
  label: 'Deny, and stop: its turn ends, and it does not read your message',
  decision: 'deny',
};

export const stopsTurn = ({ response }: Answered): boolean => response?.choice === denyAndStop.id;

type Use = { tool: string | undefined; input: JsonObject | undefined; source: HookSource };
/** The client's own JSON for a decision. `edited` is undefined where nothing was edited. */
type Decisions = {
  allow: (edited: unknown) => JsonObject;
  deny: (message: string, stops: boolean) => JsonObject;
  editable?: boolean;
  /** Whether a deny can end the turn. */
  canStop?: boolean;
};

/** Asks whether a tool may be used, for clients that know a yes and a no. */
export function askForUse(
  event: string,
  { tool, input, source }: Use,
  { allow, deny, editable = false, canStop = false }: Decisions,
): HookCall {
  if (tool === undefined) return notUnderstood(`${event} without the name of a tool`);
  if (!input) return notUnderstood(`${event} of ${tool} without the input of the tool`);
  const description = textOf(input, 'description');
  return {
    does: 'ask',
    question: {
      type: 'permission',
      source: { ...source, tool },
      payload: {
        tool,
        input,
        editable,
        ...(description ? { description } : {}),
        ...(canStop ? { choices: [denyAndStop] } : {}),
      },
      answer(answered) {
        const response = answered.response ?? {};
        if (response.decision === 'allow') return allow(response.input);
        return deny(textOf(response, 'message') ?? deniedBy(answered), stopsTurn(answered));
      },
    },
  };
}

/** A question of a client's, which takes labels of its options for an answer, or a text. */
export type LabelledQuestion = {
  question: string;
  header?: string;
  multiple: boolean;
  /** None for one that is answered by a text. */
  options: { label: string; description?: string }[];
  /** Whether it takes a text. */
  other: boolean;
};

/** Returns the payload that asks them, and what an answer to it chose or wrote for each. */
export function asQuestions(asked: LabelledQuestion[]) {
  const questions = asked.map(({ options, ...question }, index) => ({
    ...question,
    id: `q${index + 1}`,
    ...(options.length > 0
      ? { options: options.map((option, at) => ({ ...option, id: `${at + 1}` })) }
      : {}),
  }));
  const chosen = ({ response }: Answered): string[][] => {
    const given = objectOf(response ?? {}, 'answers') ?? {};
    return questions.map(({ id, options = [] }) => {
      const { selected, other } = objectOf(given, id) ?? {};
      const ids = Array.isArray(selected) ? selected : [];
      const labels = options.filter((one) => ids.includes(one.id)).map(({ label }) => label);
      return typeof other === 'string' ? [...labels, other] : labels;
    });
  };
  return { payload: { questions }, chosen };
}
