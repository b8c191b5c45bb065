/** Answers in words, for those who read what was decided. */
import { isJsonObject, type JsonObject } from '../../json.ts';
import { inOneLine, isFilled, textIn } from './labels.ts';
import type { Verdict } from './verdicts.ts';
import { kindWord, wordsOf } from './words.ts';

type Answered = { type: string; payload: JsonObject; response: JsonObject | null };

/** Which verdict an answer is; null where there is no answer. */
export function verdictOf({ type, payload, response }: Answered): Verdict | null {
  if (!response) return null;
  if (response._dismissed === true) return 'dismissed';
  return wordsOf(type).verdict?.(response, payload) ?? 'other';
}

/** The agent's own word for what was decided; null where an answer is more than that. */
export const decisionOf = ({ type, response }: Omit<Answered, 'payload'>): string | null =>
  (response && wordsOf(type).decision?.(response)) ?? null;

/** Whether an answer to it is a decision: where it has no verdict, its own word says what it is. */
export const isDecision = ({ type }: Pick<Answered, 'type'>) =>
  wordsOf(type).decision !== undefined;

/** An answer in one line. */
export function answerLine({ type, payload, response }: Answered): string {
  if (!response) return '';
  if (response._dismissed === true) return textIn(payload, 'dismissLabel') ?? 'Dismissed';
  const { line } = wordsOf(type);
  if (line) return line(response, payload);
  return factsLine(response) || `${kindWord(type)} filled in`;
}

/** What was said beside the answer, in one line; empty where nothing was. */
export function commentLine({ type, response }: Answered): string {
  if (!response || !wordsOf(type).hasComment) return '';
  const comments = placedComments(response);
  if (comments.length > 1) return `${comments.length} comments`;
  const said = textIn(response, 'comment') ?? textIn(comments[0] ?? {}, 'text');
  return said ? `“${inOneLine(said)}”` : '';
}

/** The comment on the whole; undefined where there is none. */
export const commentIn = ({ comment }: JsonObject): string | undefined =>
  typeof comment === 'string' && comment !== '' ? comment : undefined;

/** The comments on parts of what was asked. */
export const placedComments = ({ comments }: JsonObject): JsonObject[] =>
  Array.isArray(comments) ? comments.filter(isJsonObject) : [];

/** An answer that only its plugin or its schema knows. */
const factsLine = (response: JsonObject): string =>
  Object.entries(response)
    .filter(([, value]) => isFilled(value))
    .map(([name, value]) => {
      const said = typeof value === 'string' ? value : JSON.stringify(value);
      return `${name}: ${inOneLine(said)}`;
    })
    .join(' · ');
