/** A permission in words. Its input is shown by its shape, never by the name of its tool, which may be any. */
import { canonicalJson, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { Choice, KindWords, SubjectPart } from '../../core/reviews/kinds/kind-words.ts';
import { labelIn, labelsIn, textIn, writtenLabel } from '../../core/reviews/kinds/labels.ts';

export const decisions = ['allow', 'deny'] as const;
export type Decision = (typeof decisions)[number];
type Option = { id: string; label: string; decision: Decision };

/** The choices that every permission has. They decide this one alone. */
const single: Option[] = [
  { id: 'allow', label: 'Allow', decision: 'allow' },
  { id: 'deny', label: 'Deny', decision: 'deny' },
];

export const permission: KindWords = {
  word: 'Permission',
  isNeverDismissed: true,
  hasComment: true,
  choices: choicesIn,
  subject: subjectIn,
  claims: ({ preview }) => [textIn({ preview }, 'preview') ?? ''].filter(Boolean),
  read: (payload) => subjectIn(payload).map(inPlainText),
  labels: (payload) => choicesIn(payload).map(({ label }) => label),
  searched: ({ choices }) => labelsIn(choices),
  comment: ({ message }) => message,
  line: (response, payload) =>
    decisionWords(response, (id) => labelIn(optionsIn(payload), 'id', id)),
  record: (response, payload) =>
    [
      decisionWords(response, (id) => writtenLabel(payload.choices, 'id', id)),
      ...(isJsonObject(response.input) ? [JSON.stringify(response.input)] : []),
    ].join(': '),
  verdict: ({ decision }) => (decision === 'allow' ? 'approved' : 'rejected'),
  decision: ({ decision, choice }) => textIn({ choice }, 'choice') ?? `${decision}`,
  example: () => ({ decision: 'deny' }),
};

/** Returns what can be chosen; nothing of a question of which a list has cut the input. */
export function choicesIn(payload: JsonObject): Choice[] {
  const options = optionsIn(payload);
  return options.map(({ id, decision }) => {
    const isLasting = !single.some((one) => one.id === id);
    return {
      id,
      label: labelIn(options, 'id', id),
      meaning: decision,
      tone: isLasting ? 'harm' : decision === 'deny' ? 'danger' : 'plain',
      answer: isLasting ? { decision, choice: id } : { decision },
      ...(isLasting ? { isLasting } : {}),
    };
  });
}

/** They are labelled together: none may look like another. */
function optionsIn({ tool, choices }: JsonObject): Option[] {
  if (tool === undefined) return [];
  return Array.isArray(choices) ? [...single, ...(choices as Option[])] : single;
}

function decisionWords({ decision, choice, edited }: JsonObject, labelOf: (id: string) => string) {
  const word = decision === 'allow' ? 'Allowed' : 'Denied';
  const chosen = typeof choice === 'string' ? labelOf(choice) : word;
  return edited === true ? `${chosen}, with an edited input` : chosen;
}

// The subject: every value of the input, once.

export function subjectIn({ tool, input }: JsonObject): SubjectPart[] {
  if (typeof tool !== 'string' || !isJsonObject(input)) return [];
  const value: SubjectPart = { name: 'tool', is: 'value', text: asText(tool) };
  return [value, ...partsOf(input)]
    .map(withEscapes)
    .map((part) => (part.is === 'code' ? { ...part, text: withoutEmptyLines(part.text) } : part));
}

function partsOf(input: JsonObject): SubjectPart[] {
  const taken = new Set<string>();
  const parts: SubjectPart[] = [];
  const take = (is: SubjectPart['is'], ...names: string[]) => {
    for (const name of names) {
      const text = input[name];
      if (typeof text !== 'string' || taken.has(name)) continue;
      taken.add(name);
      parts.push({ name, is, text });
    }
  };
  const hasTexts = (...names: string[]) => names.every((name) => typeof input[name] === 'string');
  take('code', 'command', 'cmd', 'script');
  if (hasTexts('old_string', 'new_string')) {
    take('value', 'file_path');
    taken.add('old_string').add('new_string');
    const text = changeOf(`${input.old_string}`, `${input.new_string}`).join('\n');
    parts.push({ name: 'old_string, new_string', is: 'diff', text });
  }
  take('diff', 'patch', 'diff');
  if (hasTexts('file_path', 'content')) {
    take('value', 'file_path');
    take('code', 'content');
  }
  take('markdown', 'plan');
  const others = Object.entries(input).filter(([name]) => !taken.has(name));
  return [...parts, ...others.map(([name, value]) => otherPart(name, value))];
}

const otherPart = (name: string, value: unknown): SubjectPart =>
  typeof value === 'string'
    ? { name, is: value.includes('\n') ? 'code' : 'value', text: asText(value) }
    : { name, is: 'value', text: asJson(value) };

/** Quoted if it could be taken for a number, for JSON or for nothing. */
const asText = (text: string): string =>
  text.trim() === '' || JSON_LIKE.test(text) ? JSON.stringify(text) : text;
const JSON_LIKE = /^(?:-?\d[^\n]*|["[{][^\n]*|true|false|null)$/;

/** In one line while that is short. */
function asJson(value: unknown): string {
  const line = JSON.stringify(value) ?? '';
  return line.length > LONGEST_LINE ? JSON.stringify(value, null, 2) : line;
}
const LONGEST_LINE = 60;

/** Writes half a character as JSON does, and the line breaks of a name. */
const withEscapes = ({ name, is, text }: SubjectPart): SubjectPart => ({
  name: name.replace(/[\p{Surrogate}\n\r\t]/gu, escaped),
  is,
  text: text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, escaped),
});
const escaped = (letter: string) => JSON.stringify(letter).slice(1, -1);

const inPlainText = ({ name, text }: SubjectPart): string =>
  text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;

/** Replaces empty lines by their number if nothing below them would be in view. */
function withoutEmptyLines(text: string): string {
  const shown: string[] = [];
  let empty = 0;
  const endEmpty = () => {
    if (empty > MOST_EMPTY) shown.splice(-empty, empty, `[${empty} empty lines]`);
    empty = 0;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '') empty++;
    else endEmpty();
    shown.push(line);
  }
  endEmpty();
  return shown.join('\n');
}
const MOST_EMPTY = 3;

/** Returns the lines of a change: those that both begin and end with are the same. */
export function changeOf(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    ...old.slice(0, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end).map((line) => ` ${line}`),
  ];
}

// An input that a person has edited.

/** Whether two inputs have the same values, however they are written. */
export const isSameInput = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);

/** How many of the lines around a change are shown. */
const CONTEXT = 3;

/** Returns what was changed in an input: a difference for each value. */
export function differenceOf(before: JsonObject, after: JsonObject): SubjectPart[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !isSameInput(before[name], after[name]))
    .map((name): SubjectPart => {
      const [old, now] = [before[name], after[name]];
      const isText = typeof old === 'string' && typeof now === 'string';
      const lines = isText ? changeOf(old, now) : changeOf(written(old), written(now));
      return withEscapes({ name, is: 'diff', text: withoutFar(lines).join('\n') });
    });
}

/** With more values than this, an input is edited as a whole. */
const MOST_FIELDS = 20;
const WHOLE = '';

/** Returns the texts in which an input is edited: one for each value, by its name. */
export function textsOf(input: JsonObject): Record<string, string> {
  const entries = Object.entries(input);
  if (entries.length > MOST_FIELDS) return { [WHOLE]: JSON.stringify(input, null, 2) };
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : written(value)]),
  );
}

/** Reads an input from such texts; `wrong` are the names of those that are not JSON. */
export function inputFrom(
  input: JsonObject,
  texts: Record<string, string>,
): { input: JsonObject; wrong: string[] } {
  const wrong: string[] = [];
  const read = (name: string, text: string): unknown => {
    try {
      return parseJson(text);
    } catch {
      wrong.push(name);
      return undefined;
    }
  };
  if (Object.keys(input).length > MOST_FIELDS) {
    const whole = read(WHOLE, texts[WHOLE] ?? '');
    if (isJsonObject(whole)) return { input: whole, wrong };
    return { input, wrong: [WHOLE] };
  }
  const entries = Object.entries(input).map(([name, value]) => {
    const text = texts[name];
    if (text === undefined) return [name, value] as const;
    return [name, typeof value === 'string' ? text : read(name, text)] as const;
  });
  return { input: Object.fromEntries(entries), wrong };
}

const written = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2));

function withoutFar(lines: string[]): string[] {
  const isChanged = (line: string) => !line.startsWith(' ');
  const first = lines.findIndex(isChanged);
  const last = lines.findLastIndex(isChanged);
  return lines.slice(Math.max(0, first - CONTEXT), last + 1 + CONTEXT);
}

// The title of a permission that has none.

/** Returns the tool and the beginning of what it would do: the first text of the input by its shape, else any. */
export function titleFor(tool: string, input: JsonObject): string {
  const text = [...GISTS, ...Object.keys(input)]
    .map((name) => (Object.hasOwn(input, name) ? input[name] : undefined))
    .find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof text !== 'string') return tool;
  const beginning = text.trimStart().slice(0, ENOUGH);
  return `${tool}: ${text === input.plan ? firstLine(beginning) : beginning}`;
}
/** A title needs no more of a text than this. */
const ENOUGH = 2000;
const GISTS = ['command', 'cmd', 'script', 'file_path', 'plan'];

/** The heading of a plan, without its mark. */
const firstLine = (text: string) =>
  text
    .split('\n', 1)
    .join('')
    .replace(/^#+\s+/, '');
