import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { cut, isBlank, LONGEST_TITLE } from '../../core/letters.ts';
import type { Choice, KindWords } from '../../core/reviews/kinds/kind-words.ts';
import {
  inOneLine,
  labelIn,
  labelsIn,
  masked,
  textIn,
  valuesByName,
  writtenLabel,
} from '../../core/reviews/kinds/labels.ts';

export type Question = {
  id: string;
  question: string;
  /** A few words above it. */
  header?: string | undefined;
  options?: { id: string; label: string; description?: string | undefined }[] | undefined;
  multiple: boolean;
  /** Whether a text is an answer; always without options. */
  other: boolean;
  secret: boolean;
};

export const questions: KindWords = {
  word: 'Questions',
  choices: choicesIn,
  read: (payload) =>
    questionsIn(payload).map((asked, _, all) => readWords(asked, all.length === 1)),
  isChoice: ({ answers }, payload) => {
    const only = onlyIn(payload);
    return only !== null && !only.secret && givenIn(answers, only).other === undefined;
  },
  asked: (payload) =>
    questionsIn(payload).map(({ header = null, options = [], ...asked }) => ({
      id: asked.id,
      header,
      question: asked.question,
      options: options.map(({ id, description = null }) => ({
        id,
        label: labelIn(options, 'id', id),
        description,
      })),
      multiple: asked.multiple,
      other: asked.other,
      secret: asked.secret,
    })),
  fields: (payload) =>
    questionsIn(payload).map(({ id, question }) => ({ name: id, label: question })),
  labels: (payload) =>
    onlyIn(payload)
      ? choicesIn(payload).map(({ label }) => label)
      : questionsIn(payload).map(({ question }) => question),
  searched: (payload) =>
    questionsIn(payload).flatMap(({ header, question, options }) => [
      ...(header === undefined ? [] : [header]),
      question,
      ...labelsIn(options),
    ]),
  answerOf(text, payload) {
    const only = onlyIn(payload);
    return only?.other && !only.secret ? { answers: { [only.id]: { other: text } } } : null;
  },
  line(response, payload) {
    const all = questionsIn(payload).filter(({ secret }) => !secret);
    const said = all.flatMap((asked) => inOneLine(saidOf(asked, response)));
    const count = isJsonObject(response.answers) ? Object.keys(response.answers).length : 0;
    return (
      said.filter((words) => words !== '').join(' · ') ||
      `${count} ${count === 1 ? 'question' : 'questions'} answered`
    );
  },
  record: ({ answers }, payload) =>
    valuesByName(
      questionsIn(payload).map((asked) => {
        const { selected = [], other } = givenIn(answers, asked);
        const chosen = selected.map((id) => writtenLabel(asked.options, 'id', id));
        return [asked.question, [...chosen, ...(other === undefined ? [] : [other])].join(', ')];
      }),
    ),
  asksSecret: (payload) => questionsIn(payload).some(({ secret }) => secret),
  hideInAnswer({ answers, ...response }, payload) {
    if (!isJsonObject(answers)) return response;
    // A truncated payload does not say which questions are secret: no answer is shown.
    const isCut = !Array.isArray(payload.questions);
    const secrets = questionsIn(payload).filter(({ secret }) => secret);
    const names = isCut ? Object.keys(answers) : secrets.map(({ id }) => id);
    return { ...response, answers: masked(answers, names) };
  },
  example: (payload) => ({
    answers: Object.fromEntries(
      questionsIn(payload).map(({ id, options }) => [
        id,
        options ? { selected: options.slice(0, 1).map((option) => option.id) } : { other: 'text' },
      ]),
    ),
  }),
};

export const questionsIn = ({ questions }: JsonObject): Question[] =>
  Array.isArray(questions) ? (questions as Question[]).filter(isJsonObject) : [];

/** The question, if there is only one. */
export function onlyIn(payload: JsonObject): Question | null {
  const [first, ...others] = questionsIn(payload);
  return first !== undefined && others.length === 0 ? first : null;
}

/** Several questions are answered on a page; the options of one are on buttons, as those of a selection. */
function choicesIn(payload: JsonObject): Choice[] {
  const only = onlyIn(payload);
  return only ? choicesOf(only) : [];
}

export const choicesOf = ({ id, options = [], multiple }: Question): Choice[] =>
  options.map((option) => ({
    id: option.id,
    label: labelIn(options, 'id', option.id),
    description: textIn(option, 'description'),
    meaning: 'neither',
    tone: 'plain',
    answer: multiple ? null : { answers: { [id]: { selected: [option.id] } } },
  }));

/** A question as it is asked; the options of an only one are its choices. */
const readWords = ({ header, question, options = [] }: Question, isOnly: boolean): string =>
  [
    header,
    question,
    ...(isOnly
      ? []
      : options.map(({ id, description }) => {
          const label = labelIn(options, 'id', id);
          return description === undefined ? `- ${label}` : `- ${label}: ${description}`;
        })),
  ]
    .filter((text) => text?.trim())
    .join('\n');

export type Given = { selected?: string[]; other?: string };

/** Whether it has something that was chosen or written. */
export function isAnswered(given: unknown): boolean {
  if (!isJsonObject(given)) return given !== undefined && given !== null;
  const { selected, other, ...more } = given;
  const hasChosen = Array.isArray(selected) ? selected.length > 0 : (selected ?? null) !== null;
  const hasWritten = typeof other === 'string' ? !isBlank(other) : (other ?? null) !== null;
  return hasChosen || hasWritten || Object.keys(more).length > 0;
}

/** Returns the answer to a question, which may be called like a property of every object. */
export function givenIn(answers: unknown, { id }: Pick<Question, 'id'>): Given {
  const given = isJsonObject(answers) && Object.hasOwn(answers, id) ? answers[id] : undefined;
  return isJsonObject(given) ? (given as Given) : {};
}

/** An answer in words: the labels that were chosen, and what was written. */
export function saidOf(asked: Question, { answers }: JsonObject): string {
  const { selected = [], other } = givenIn(answers, asked);
  const chosen = selected.map((id) => labelIn(asked.options, 'id', id));
  return [...chosen, ...(other === undefined ? [] : [other])].join(', ');
}

/** The title, or else the first question; letters that hide are named in it. */
export function titleOf(payload: JsonObject): string {
  const title = textIn(payload, 'title');
  if (title !== undefined) return title;
  const [first, ...others] = questionsIn(payload);
  const count = others.length;
  const more = count === 0 ? '' : ` (and ${count} more ${count === 1 ? 'question' : 'questions'})`;
  return cut(first?.question ?? '', LONGEST_TITLE - more.length) + more;
}

/** Whether the title is the question, which then need not be shown again. */
export const isTitle = ({ title }: JsonObject, { question, header }: Question): boolean =>
  title === question && header === undefined;
