/** The answer that a question gives itself when it expires, so that its agent goes on. */
import { isJsonObject, type JsonObject } from '../json.ts';
import { checkOwnAnswer } from './answers.ts';

type Asked = {
  type: string;
  payload: JsonObject;
  default?: JsonObject | undefined;
  defaultReason?: string | undefined;
  confirm?: boolean | undefined;
};

type Refusal = { code: 'custom'; path: string[]; message: string; input: unknown };

/** Returns every reason why a question cannot answer itself so; replaces its default by what is stored. */
export function checkDefault(ask: Asked): Refusal[] {
  if (ask.default === undefined) {
    return ask.defaultReason === undefined
      ? []
      : [refusal(['defaultReason'], 'Requires a default', ask)];
  }
  if (!isJsonObject(ask.default)) return [];
  if (ask.confirm === true) {
    return [refusal(['default'], 'Excludes confirm: only a user who is logged in answers', ask)];
  }
  const checked = checkOwnAnswer(ask, ask.default);
  if ('answer' in checked) {
    ask.default = checked.answer;
    return [];
  }
  return checked.issues.map(({ path, message }) => refusal(['default', ...path], message, ask));
}

const refusal = (path: string[], message: string, input: Asked): Refusal => ({
  code: 'custom',
  path,
  message,
  input,
});
