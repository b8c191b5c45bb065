import { firstIssue } from '../../cli/answer-check.ts';
import { UsageError } from '../../cli/errors.ts';
import { inWords, type List, listView, numberKey, shownId } from '../../cli/kinds/choices.ts';
import type { AskedReview, KindTerminal, Part } from '../../cli/kinds/kind.ts';
import { isEmpty } from '../../cli/kinds/short-form.ts';
import { readJson } from '../../cli/options.ts';
import { onOneLine } from '../../cli/output.ts';
import { WentBack } from '../../cli/prompting/ask.ts';
import type { AnswerPrompts, Writing } from '../../cli/prompting/prompts.ts';
import { askSteps, type Step } from '../../cli/prompting/steps.ts';
import { withKeys } from '../../cli/triage/option-keys.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { labelIn } from '../../core/reviews/kinds/labels.ts';
import {
  choicesOf,
  type Given,
  givenIn,
  isTitle,
  onlyIn,
  type Question,
  questionsIn,
  saidOf,
} from './words.ts';

const EXAMPLE = `'[{"id":"region","question":"Which region?","options":["eu","us"]},{"id":"when","question":"When?"}]'`;

export const questions: KindTerminal = {
  flags: {
    ask: {
      name: 'questions',
      about: 'ask up to four questions that are answered together',
      define: (command) =>
        command.addHelpText(
          'after',
          `\nExample:\n  $ inbox ask questions ${EXAMPLE} -c deploys --wait`,
        ),
      argument: { name: 'json', read: readQuestions },
      default: { takes: 'id=value', flags: (field) => ({ field }) },
      payload: () => ({}),
      check({ questions }) {
        if (!isEmpty(questions)) return;
        throw new UsageError(`The questions are missing. Example: inbox ask questions ${EXAMPLE}`);
      },
    },
    takes: 'an answer to each of its questions',
    usage: (payload) =>
      `--field ID=ANSWER (repeatable), or --input JSON. Questions: ${questionsIn(payload).map(asUsage).join('; ')}`,
    async answer(payload, { field, input }) {
      if (field && input !== undefined) {
        throw new UsageError('--field and --input cannot be used together');
      }
      if (input !== undefined) return answersIn(await readJson(input, '--input'), payload);
      return field && { answers: givenBy(field, questionsIn(payload)) };
    },
    print: ({ answers }) =>
      isJsonObject(answers)
        ? Object.entries(answers)
            .map(([id, given]) => `${inCell(id)}\t${inCell(printed(given))}`)
            .join('\n')
        : undefined,
  },
  prompts: {
    async answer(ask, review, writing) {
      const only = onlyIn(review.payload);
      if (!only) return askEach(ask, review, writing);
      const { written, keep } = writing;
      const given = await askOne(ask, only, givenIn(written, only), {
        changed: (other) => !only.secret && keep?.({ [only.id]: { other } }),
      });
      return { answers: { [only.id]: given } };
    },
  },
  view: {
    listed: (payload) =>
      questionsIn(payload).map((asked) => ({
        id: shownId(asked.id),
        label: onOneLine(`${asked.question} (${takenBy(asked, inWords(choicesOf(asked)))})`),
      })),
    written(response, payload) {
      const all = questionsIn(payload);
      if (!onlyIn(payload)) return all.map((asked) => [asked.question, saidOf(asked, response)]);
      return all.flatMap((asked) =>
        givenIn(response.answers, asked).other === undefined ? [] : [['', saidOf(asked, response)]],
      );
    },
    choices(state, payload) {
      const only = onlyIn(payload);
      if (!only) return severalParts(questionsIn(payload));
      const { options, other } = only;
      const asked: Part[] = isTitle(payload, only) ? [] : [{ text: wordsOf(only), count: 0 }];
      if (!options) return [...asked, { key: '↵', text: 'write an answer' }];
      const isOffered =
        other && state.draft.picked.length === 0 && options.length <= withKeys(options.length);
      return [
        ...asked,
        ...list.choices(state, payload),
        ...(isOffered ? [{ key: '↵', text: 'write another answer', count: 0 }] : []),
      ];
    },
    hints: (payload) => (hasList(payload) ? list.hints(payload) : undefined),
    isToggle: (payload, key) => hasList(payload) && list.isToggle(payload, key),
    press: (state, message, stroke) =>
      hasList(message.review.payload) ? list.press(state, message, stroke) : undefined,
    enter: (state, message, stroke) =>
      hasList(message.review.payload) ? list.enter(state, message, stroke) : undefined,
  },
};

/** The list of the questions, the whole payload, or a single question. */
async function readQuestions(given: string): Promise<JsonObject> {
  const value = await readJson(given, 'The argument');
  if (Array.isArray(value)) return { questions: value };
  if (isJsonObject(value)) return 'questions' in value ? value : { questions: [value] };
  throw new UsageError(`The argument is not a list of questions. Example: ${EXAMPLE}`);
}

/** The answers by question, or the whole answer. */
function answersIn(value: unknown, payload: JsonObject): JsonObject {
  if (!isJsonObject(value)) {
    throw new UsageError('--input: Expected an object with the answer to each question');
  }
  const isWhole = 'answers' in value && questionsIn(payload).every(({ id }) => id !== 'answers');
  return isWhole ? value : { answers: value };
}

/** Reads the answers of `--field`. */
function givenBy(pairs: string[], all: Question[]): JsonObject {
  const answers = new Map<string, Given>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--field ${pair}: use ID=ANSWER`);
    const [id, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const asked = all.find((one) => one.id === id);
    if (!asked) {
      const ids = all.map((one) => one.id).join(', ');
      throw new UsageError(`--field ${id}: no such question. Questions: ${ids}`);
    }
    if (answers.has(id)) throw new UsageError(`--field ${id}: given twice`);
    answers.set(id, givenAs(value, asked));
  }
  return Object.fromEntries(answers);
}

/** An option's id, ids with commas between them, or else another answer. */
function givenAs(value: string, asked: Question): Given {
  const { id, options = [], other } = asked;
  const isOption = (wanted: string) => options.some((option) => option.id === wanted);
  if (isOption(value)) return { selected: [value] };
  const parts = value.split(',').map((part) => (isOption(part) ? part : part.trim()));
  if (parts.every(isOption)) return { selected: parts };
  if (other) return { other: value };
  throw new UsageError(
    `--field ${id}: unknown option “${value}”. Options: ${inWords(choicesOf(asked))}`,
  );
}

const asUsage = (asked: Question): string =>
  `${asked.id} (${takenBy(asked, inWords(choicesOf(asked)))})`;

/** Describes the answers that a question takes, whose options are `named`. */
function takenBy({ options, multiple, other, secret }: Question, named: string): string {
  if (!options) return secret ? 'secret text' : 'text';
  const among = `${multiple ? 'some' : 'one'} of ${named}`;
  return other ? `${among}, or another text` : among;
}

/** Ids with commas between them, then what was written. */
function printed(given: unknown): string {
  const { selected = [], other } = (isJsonObject(given) ? given : {}) as Given;
  return [...selected, ...(other === undefined ? [] : [other])].join(',');
}

/** An answer cannot look like another line or column. */
const inCell = (text: string) => text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ');

function severalParts(all: Question[]): Part[] {
  return [
    { key: '↵', text: `answer the ${all.length} questions` },
    ...all.map((asked) => {
      const labels = choicesOf(asked).map(({ label }) => label);
      return { text: `${wordsOf(asked)} (${takenBy(asked, labels.join(', '))})` };
    }),
  ];
}

const wordsOf = ({ header, question }: Question): string =>
  header === undefined ? question : `${header}: ${question}`;

const hasList = (payload: JsonObject) => onlyIn(payload)?.options !== undefined;

/** The options of an only question. */
const list = listView((payload): List => {
  const { id = '', options = [], multiple = false } = onlyIn(payload) ?? {};
  return {
    items: options,
    isMulti: multiple,
    answer: (selected) => ({ answers: { [id]: { selected } } }),
  };
});

async function askEach(
  ask: AnswerPrompts,
  review: AskedReview,
  { written, keep }: Writing,
): Promise<JsonObject> {
  const all = questionsIn(review.payload);
  const given = new Map(all.map((asked) => [asked.id, givenIn(written, asked)]));
  const response = () => ({ answers: Object.fromEntries(given) });
  const steps = all.map((asked): Step => {
    const { id, header, question, secret } = asked;
    return {
      label: header ?? question,
      ask: async (common) => {
        given.set(id, await askOne(ask, asked, given.get(id) ?? {}, common));
      },
      said: () => (secret ? '••••••' : saidOf(asked, response())),
    };
  });
  return askSteps(ask, {
    steps,
    review,
    response,
    keep: () => {
      const secrets = all.filter(({ secret }) => secret).map(({ id }) => id);
      keep?.(Object.fromEntries([...given].filter(([id]) => !secrets.includes(id))));
    },
  });
}

type Common = {
  canGoBack?: boolean;
  step?: string | undefined;
  changed?: (text: string) => void;
};

/** The value of the choice to write something else; the options are known by their places. */
const OTHER = 'other';

async function askOne(
  ask: AnswerPrompts,
  asked: Question,
  before: Given,
  { changed, ...common }: Common = {},
): Promise<Given> {
  const { id, options, multiple, other, secret } = asked;
  const message = wordsOf(asked);
  const write = (message: string, common: Common) =>
    ask.text(
      {
        message,
        lines: 'pasted',
        initial: secret ? undefined : before.other,
        isSecret: secret,
        changed,
        check: (text) =>
          firstIssue(
            { type: 'questions', payload: { questions: [asked] } },
            { answers: { [id]: { other: text } } },
          ),
      },
      common,
    );
  if (!options) return { other: await write(message, common) };

  const choices = [
    ...options.map(({ id: own, description }) => ({
      label: labelIn(options, 'id', own),
      hint: description,
    })),
    ...(other ? [{ label: 'Another answer…', hint: undefined }] : []),
  ].map((choice, at) => ({
    ...choice,
    value: at < options.length ? `${at}` : OTHER,
    key: multiple ? undefined : numberKey(at),
  }));
  while (true) {
    const picked = [
      ...options.flatMap((option, at) => (before.selected?.includes(option.id) ? [`${at}`] : [])),
      ...(before.other === undefined ? [] : [OTHER]),
    ];
    const values = multiple
      ? await ask.many(message, choices, picked, common)
      : [await ask.one(message, choices, picked[0], common)];
    const selected = options.filter((_, at) => values.includes(`${at}`)).map((one) => one.id);
    const chosen = selected.length > 0 ? { selected } : {};
    if (!values.includes(OTHER)) return chosen;
    try {
      return { ...chosen, other: await write('Your answer', { ...common, canGoBack: true }) };
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
    }
  }
}
