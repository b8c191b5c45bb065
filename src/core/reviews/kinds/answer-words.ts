/** Describes answers in words, for readers of decisions. */
import { isJsonObject, type JsonObject } from '../../json.ts';
import { isBlank } from '../../letters.ts';
import type { Verdict } from './kind-words.ts';
import { inOneLine, isFilled, textIn } from './labels.ts';
import { kindWord, wordsOf } from './words.ts';

type Answered = {
  type: string;
  payload: JsonObject;
  response: JsonObject | null;
  /** If a list has cut the payload. */
  answerLine?: string | undefined;
};
/** The verdict is the stored one: rules may have changed since, and a list cuts payloads. */
type Judged = Answered & { verdict: Verdict | null };

/** Returns the label of a value in an answer: its title in the schema, or else its name. */
export const answerLabel = ({ type, payload }: Omit<Answered, 'response'>, name: string): string =>
  wordsOf(type).answerLabel?.(payload, name) ?? name;

/** Judges an answer that is not stored yet; a stored one keeps its verdict. */
export function verdictOf({
  type,
  payload,
  response,
}: Answered & { response: JsonObject }): Verdict {
  if (response._dismissed === true) return 'dismissed';
  return wordsOf(type).verdict?.(response, payload) ?? 'other';
}

/** Returns the agent's own word for the decision; null if an answer is more than that. */
export const decisionOf = ({ type, response }: Omit<Answered, 'payload'>): string | null =>
  (response && wordsOf(type).decision?.(response)) ?? null;

/** Returns whether an answer is a decision: if it has no verdict, its own word describes it. */
export const isDecision = ({ type }: Pick<Answered, 'type'>) =>
  wordsOf(type).decision !== undefined;

/** Returns an answer in one line. */
export function answerLine({ type, payload, response, answerLine: listed }: Answered): string {
  if (!response) return '';
  if (listed !== undefined) return listed;
  if (response._dismissed === true) return textIn(payload, 'dismissLabel') ?? 'Dismissed';
  const { line } = wordsOf(type);
  if (line) return line(response, payload);
  return factsLine({ type, payload, response }) || `${kindWord(type)} filled in`;
}

const verdictWords: Partial<Record<Verdict, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  dismissed: 'Dismissed',
  'changes-requested': 'Changes requested',
};

const verdictWord = ({ verdict }: Judged): string | undefined =>
  verdict === null ? undefined : verdictWords[verdict];

/** The label that was chosen, as `“Blue”`; empty for a text that was typed. */
function chosenLabel(review: Answered, written: (label: string) => string): string {
  const { type, response, payload } = review;
  const isChoice = response !== null && wordsOf(type).isChoice?.(response, payload);
  return isChoice ? `“${written(answerLine(review))}”` : '';
}

/**
 * Returns how a question was decided, without a text that was typed: `Approved`, `“Blue”`, or empty.
 * `written` shortens a label.
 */
export const decidedWord = (review: Judged, written = inOneLine): string =>
  verdictWord(review) ?? chosenLabel(review, written);

/** Returns who decided, and what: `Approved by Ann`, `Ann chose “Blue”`, `Answered by Ann`. */
export function decidedWords(review: Judged, who: string, written = inOneLine): string {
  if (review.verdict === 'changes-requested') return `${who} requested changes`;
  const word = verdictWord(review);
  if (word !== undefined) return `${word} by ${who}`;
  const chosen = chosenLabel(review, written);
  return chosen === '' ? `Answered by ${who}` : `${who} chose ${chosen}`;
}

/** Returns the comment of an answer in one line; empty without one. */
export function commentLine({ type, response }: Answered): string {
  if (!response || !wordsOf(type).hasComment) return '';
  const comments = placedComments(response);
  if (comments.length > 1) return `${comments.length} comments`;
  const said = commentIn({ type, response }) ?? textIn(comments[0] ?? {}, 'text');
  return said && !isBlank(said) ? `“${inOneLine(said)}”` : '';
}

/** Returns the overall comment; undefined without one. */
export function commentIn({ type, response }: Omit<Answered, 'payload'>): string | undefined {
  const { comment: read = ({ comment }: JsonObject) => comment } = wordsOf(type);
  const comment = response && read(response);
  return typeof comment === 'string' && comment !== '' ? comment : undefined;
}

/** Returns the comments on parts of the question. */
export const placedComments = ({ comments }: JsonObject): JsonObject[] =>
  Array.isArray(comments) ? comments.filter(isJsonObject) : [];

/** Describes an answer whose structure only a plugin or a schema defines. */
const factsLine = ({ type, payload, response }: Answered): string =>
  Object.entries(response ?? {})
    .filter(([, value]) => isFilled(value))
    .map(([name, value]) => {
      const said = typeof value === 'string' ? value : JSON.stringify(value);
      return `${answerLabel({ type, payload }, name)}: ${inOneLine(said)}`;
    })
    .join(' · ');
