import type { Issue } from '../errors.ts';
import { toIssues } from '../issues.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { FormPayload } from './kinds/form/schema.ts';
import { answerSchema } from './kinds.ts';

type Asked = { type: string; payload: JsonObject };

/**
 * Whether an answer fits what was asked: the answer as it is kept (numbers converted, optional
 * fields null), or every violation. The same for every surface.
 */
export function checkAnswer(
  { type, payload }: Asked,
  response: unknown,
): { answer: JsonObject } | { issues: Issue[] } {
  const parsed = answerSchema(type, payload).safeParse(response, usedOnce);
  return parsed.success ? { answer: parsed.data } : { issues: toIssues(parsed.error.issues) };
}

/** The question as it is shown once it has this answer: converted, and no password readable. */
export function asStored<Question extends Asked>(question: Question, response: JsonObject) {
  const checked = checkAnswer(question, response);
  const answer = 'answer' in checked ? checked.answer : response;
  return { ...question, response: hidePasswords(question, answer) };
}

/** Whether an answer to a question is the one that is stored, perhaps in another spelling. */
export function isSameAnswer(question: Asked & { response: JsonObject | null }, given: JsonObject) {
  const { response } = asStored(question, given);
  return JSON.stringify(question.response) === JSON.stringify(response);
}

/** To compile a schema that checks one answer costs three times what it saves. */
const usedOnce = { jitless: true };

/** The answer with the values of password fields hidden, for all but the agent that asked. */
export function hidePasswords({ type, payload }: Asked, response: JsonObject): JsonObject {
  if (type !== 'form') return response;
  const { fields } = payload as Partial<FormPayload>;
  // A list that cuts the payload does not know which: it shows none.
  if (!fields) return Object.fromEntries(Object.keys(response).map((name) => [name, '***']));
  const passwords = fields.filter((field) => field.type === 'password');
  const hidden = passwords
    .filter((field) => isJsonObject(response) && response[field.name])
    .map((field) => [field.name, '***']);
  return { ...response, ...Object.fromEntries(hidden) };
}
