import type { z } from 'zod';
import type { Issue } from '../errors.ts';
import { toIssues } from '../issues.ts';
import type { JsonObject } from '../json.ts';
import { verdictOf } from './kinds/answer-words.ts';
import { wordsOf } from './kinds/words.ts';
import { answerSchema, defaultSchema } from './kinds.ts';

type Asked = { type: string; payload: JsonObject };

/**
 * Checks an answer: returns it as stored (numbers converted, optional fields null), or every
 * violation. The same for every surface.
 */
export function checkAnswer(
  { type, payload }: Asked,
  response: unknown,
): { answer: JsonObject } | { issues: Issue[] } {
  return checkedBy(answerSchema(type, payload), response);
}

/** Checks the answer that a question gives itself when it expires. */
export const checkOwnAnswer = ({ type, payload }: Asked, response: unknown) =>
  checkedBy(defaultSchema(type, payload), response);

function checkedBy(
  schema: z.ZodType<JsonObject>,
  response: unknown,
): { answer: JsonObject } | { issues: Issue[] } {
  const parsed = schema.safeParse(response, usedOnce);
  return parsed.success ? { answer: parsed.data } : { issues: toIssues(parsed.error.issues) };
}

/** Returns the question as shown once it has this answer: converted, and without readable passwords. */
export function asStored<Question extends Asked>(question: Question, response: JsonObject) {
  const checked = checkAnswer(question, response);
  const answer = 'answer' in checked ? checked.answer : response;
  const verdict = verdictOf({ ...question, response: answer });
  return { ...question, response: hidePasswords(question, answer), verdict };
}

/** Returns whether an answer equals the stored one, perhaps in another notation. */
export function isSameAnswer(question: Asked & { response: JsonObject | null }, given: JsonObject) {
  const { response } = asStored(question, given);
  return JSON.stringify(question.response) === JSON.stringify(response);
}

/** Compiling a schema that checks one answer costs three times what it saves. */
const usedOnce = { jitless: true };

/** Returns the answer with the values of password fields hidden, for all but the agent that asked. */
export const hidePasswords = ({ type, payload }: Asked, response: JsonObject): JsonObject =>
  wordsOf(type).hideInAnswer?.(response, payload) ?? response;
