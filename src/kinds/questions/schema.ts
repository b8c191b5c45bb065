/** Up to four questions that are answered together: each by its options, by a text, or by both. */
import { z } from 'zod';
import { isBlank } from '../../core/letters.ts';
import { optional } from '../../core/optional.ts';
import {
  buttons,
  chosenBy,
  chosenFrom,
  defineKind,
  dismissable,
  heading,
  listOf,
  orString,
  withoutPrototype,
} from '../../core/reviews/kinds/kind.ts';
import { Item } from '../selection/schema.ts';
import { isAnswered, type Question, titleOf } from './words.ts';

const MOST_QUESTIONS = 4;
const MOST_OPTIONS = 200;

const Asked = z.looseObject({
  id: z
    .string()
    .min(1)
    .max(200)
    // It is not a usable key of a JavaScript object.
    .refine((id) => id !== '__proto__', 'This id is reserved'),
  question: z.string().refine((text) => !isBlank(text), 'Must not be blank'),
  header: optional(z.string().max(100)),
  options: optional(listOf(orString('id', Item), 'id', { min: 1, max: MOST_OPTIONS })),
  multiple: optional(z.boolean()),
  other: optional(z.boolean()),
  secret: optional(z.boolean()),
});

const Normalised = Asked.superRefine(({ options, multiple, other }, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (options) return;
  if (multiple) refuse('multiple', 'Requires options');
  if (other === false) refuse('other', 'A question without options is answered by other');
}).transform(
  ({ multiple = false, secret = false, ...question }): Question => ({
    ...question,
    multiple,
    other: question.other ?? question.options === undefined,
    secret,
  }),
);

export const QuestionsPayload = z
  .looseObject({
    ...heading,
    questions: listOf(Normalised, 'id', { min: 1, max: MOST_QUESTIONS }),
    ...buttons,
  })
  .transform((payload) => ({ ...payload, title: titleOf(payload) }));
export type QuestionsPayload = z.infer<typeof QuestionsPayload>;

export const questions = defineKind({
  payload: QuestionsPayload,
  answer(payload) {
    const answers = payload.questions.map((question) => [question.id, answerTo(question)]);
    const all = z.preprocess(withoutPrototype, z.strictObject(Object.fromEntries(answers)));
    return dismissable(payload, z.object({ answers: all }));
  },
});

/** The options that were chosen, the text that was written, or both: without what is empty. */
const answerTo = (question: Question) =>
  chosenBy((given) => (isAnswered(given) ? givenTo(question) : Unanswered(question)));

/** The refusal that a person reads beside the question. */
function Unanswered({ options, multiple, other }: Question) {
  if (!options) return z.never('Write an answer');
  const choose = multiple ? 'Choose at least one' : 'Choose one';
  return z.never(other ? `${choose}, or write another answer` : choose);
}

function givenTo({ options, multiple, other }: Question) {
  const ids = options?.map(({ id }) => id) ?? [];
  const selected = options
    ? chosenFrom(ids, multiple ? ids.length : 1)
    : z.never('This question has no options: answer with other');
  const written = other ? z.string() : z.never('Choose one of the options');
  return z
    .strictObject({
      selected: emptyAsNone((given) => Array.isArray(given) && given.length === 0, selected),
      other: emptyAsNone((given) => typeof given === 'string' && isBlank(given), written),
    })
    .superRefine((given, context) => {
      if (multiple || given.selected === undefined || given.other === undefined) return;
      const message = 'Takes one answer: an option or another text, not both';
      context.addIssue({ code: 'custom', path: ['other'], message });
    })
    .transform(withoutUndefined);
}

/** Forms of clients send what is empty, too. */
function emptyAsNone<T>(isEmpty: (given: unknown) => boolean, value: z.ZodType<T>) {
  const none = z.unknown().transform(() => undefined);
  return chosenBy<T | undefined>((given) =>
    given === undefined || given === null || isEmpty(given) ? none : value,
  );
}

const withoutUndefined = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
