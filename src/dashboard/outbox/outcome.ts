/** The outcome of sending an answer. */
import { type Client, ok } from '../../client/client.ts';
import { InboxError, type Issue } from '../../core/errors.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isLocalAnswer } from '../reviews/when.ts';
import { changedParts, partsOf } from './parts.ts';
import type { Group, Unsent } from './unsent.ts';

export type Outcome =
  | { is: 'stored'; message: Message }
  | { is: 'unreachable' }
  | { is: 'logged out' }
  /** Answered by someone else, or expired. */
  | { is: 'late'; message: Message }
  | { is: 'gone' }
  /** The question is still pending; with `message` it has changed. */
  | { is: 'refused'; reason: string; issues: Issue[]; message?: Message };

export type By = { client: Client; userId: string };

/** Returns whether the browser's session still belongs to this person. */
export async function isSession({ client, userId }: By): Promise<boolean | null> {
  try {
    return (await ok(client.auth.session.get())).id === userId;
  } catch (error) {
    return codeOf(error) === 'unauthenticated' ? false : null;
  }
}

/** Reads the outcome from the refusal of an answer. */
export async function outcomeOf(error: unknown, unsent: Unsent, by: By): Promise<Outcome> {
  const reason = error instanceof Error ? error.message : "The inbox couldn't save your answer.";
  switch (codeOf(error)) {
    case 'unauthenticated':
      return { is: 'logged out' };
    case 'unavailable':
    case 'rate_limited':
      return { is: 'unreachable' };
    case 'not_found':
      return { is: 'gone' };
    case 'conflict':
      return readOutcome(unsent, by);
    case 'invalid':
      return { is: 'refused', reason: 'Some fields need attention.', issues: issuesIn(error) };
    default:
      // A proxy in front of an inbox that is down.
      return /status 50[24]$/.test(reason)
        ? { is: 'unreachable' }
        : { is: 'refused', reason, issues: [] };
  }
}

/** Reads the outcome of a question that refused the answer. */
export async function readOutcome(unsent: Unsent, by: By): Promise<Outcome> {
  try {
    const message = await ok(by.client.messages({ id: unsent.id }).get({ query: {} }));
    return await settledOutcome(unsent, message, by.userId);
  } catch (error) {
    return outcomeOf(error, unsent, by);
  }
}

/** Derives the outcome of an answer from the question's current state. */
export async function settledOutcome(
  unsent: Unsent,
  message: Message,
  userId: string,
): Promise<Outcome> {
  if (message.review?.status !== 'pending') {
    return (await isOwn(unsent, message, userId))
      ? { is: 'stored', message }
      : { is: 'late', message };
  }
  const changed = changedParts(unsent.parts, partsOf(message)).join(', ');
  const what = changed ? ` (${changed})` : '';
  const reason = `The question changed after you read it${what}. Your answer (${unsent.chosen}) was not sent.`;
  return { is: 'refused', reason, issues: [], message };
}

/** The inbox may have stored it before its response was lost. */
async function isOwn({ response }: Unsent, { review }: Message, userId: string): Promise<boolean> {
  const by = review?.respondedBy;
  if (!review || by?.id !== userId || isLocalAnswer(by)) return false;
  const { isSameAnswer } = await import('../../core/reviews/answers.ts');
  return isSameAnswer(review, response);
}

const codeOf = (error: unknown) => (error instanceof InboxError ? error.code : undefined);

function issuesIn(error: unknown): Issue[] {
  const issues = error instanceof InboxError ? (error.details.issues ?? []) : [];
  return issues.map((one) => ({ ...one, path: one.path.slice(1) }));
}

// Answers given to several questions by one press, which one press undoes.

export type Unsaved = { unsent: Unsent; outcome: Outcome };

const unsaved = new Map<string, Unsaved[]>();

/** Records one that was not stored; returns all of its group that were not. */
export function recordUnsaved(group: Group, one: Unsaved): Unsaved[] {
  const all = [...(unsaved.get(group.id) ?? []), one];
  unsaved.set(group.id, all);
  return all;
}

/** Returns what an answer is to: the question, or how many of them. */
export function subjectOf({ title, group }: Unsent): string {
  if (!group) return title;
  const count = group.count - (unsaved.get(group.id)?.length ?? 0);
  return count === 1 ? '1 question' : `${count} questions`;
}
