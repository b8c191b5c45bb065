import { UsageError } from '../../cli/errors.ts';
import { chosen, commentBy, namedOptions, numberKey, shownId } from '../../cli/kinds/choices.ts';
import type { KindTerminal, Part } from '../../cli/kinds/kind.ts';
import { eachOf, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { partRows } from '../../cli/layout/subject.ts';
import { collect, readGiven, readJsonObject } from '../../cli/options.ts';
import { onOneLine } from '../../cli/output.ts';
import type { AnswerPrompts } from '../../cli/prompting/prompts.ts';
import type { Style } from '../../cli/style.ts';
import { armedFirst, give, isDrawn, noSuch, said } from '../../cli/triage/deciding.ts';
import { keyAt, keysFrom, placeOfKey } from '../../cli/triage/option-keys.ts';
import type { Asked, Pressed, State } from '../../cli/triage/state.ts';
import type { Stroke } from '../../client/press.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { Choice } from '../../core/reviews/kinds/kind-words.ts';
import { choicesIn, decisions, differenceOf, subjectIn } from './words.ts';

type AskOptions = { input?: string; preview?: string; choice?: string[]; editable?: boolean };

export const permission: KindTerminal = {
  flags: {
    ask: {
      name: 'permission',
      about: 'ask for leave to run a tool',
      argument: { name: 'tool', read: (tool) => ({ tool }) },
      define: (command) =>
        command
          .option(
            '--input <json>',
            'input of the tool: a JSON object, @FILE, or - for standard input',
          )
          .option('--preview <text>', 'what it would do, in your words, as Markdown, or @FILE')
          .option(
            '--choice <id:label:deny>',
            'further choice that also decides later questions (repeatable); it allows unless :deny follows; write \\: for a colon in the label',
            collect,
          )
          .option('--editable', 'allow the input to be edited')
          .addHelpText(
            'after',
            `\nExample:\n  $ inbox ask permission Bash --input '{"command":"rm -rf build"}' -c deploys --wait`,
          ),
      default: { takes: 'option', flags: (option) => ({ option }) },
      async payload({ input, preview, choice, editable }: AskOptions) {
        return {
          ...(input === undefined ? {} : { input: await readJsonObject(input, '--input') }),
          ...(preview === undefined ? {} : { preview: await readGiven(preview) }),
          ...(choice ? { choices: eachOf('--choice', choice, toChoice, ({ id }) => id) } : {}),
          ...(editable ? { editable } : {}),
        };
      },
      check({ tool, input }) {
        if (tool === undefined) throw new UsageError(`The tool is missing. ${EXAMPLE}`);
        if (input === undefined) throw new UsageError(`--input is required. ${EXAMPLE}`);
      },
    },
    takes: 'one of its options',
    usage: (payload) => {
      const edited = payload.editable === true ? ', with --input JSON to change what runs' : '';
      return `--option ID${edited}${namedOptions(choicesIn(payload))}`;
    },
    async answer(payload, { option, comment, input }) {
      if (!option) return undefined;
      if (option.length > 1) throw new UsageError('A permission takes one --option');
      const id = chosen(choicesIn(payload), option[0] ?? '');
      return {
        ...choicesIn(payload).find((choice) => choice.id === id)?.answer,
        ...(input === undefined ? {} : { input: await readJsonObject(input, '--input') }),
        ...(comment === undefined ? {} : { message: comment }),
      };
    },
    optionFor: (way) => (way === 'approve' ? 'allow' : 'deny'),
    print: ({ decision, choice }) => String(choice ?? decision),
  },
  prompts: {
    answer: (ask, { payload }) => askDecision(ask, payload),
    editor: {
      isFor: ({ editable }) => editable === true,
      extension: 'json',
      beginning: ({ input }) => `${JSON.stringify(input, null, 2)}\n`,
      read(text) {
        const input = readInput(text);
        return input && { decision: 'allow', input };
      },
      shown: (response, payload, columns) => [
        'Allow it with this input:',
        ...editedRows(response, payload, columns),
      ],
    },
  },
  view: {
    listed: (payload) =>
      choicesIn(payload).map((choice) => {
        const style = styleOf(choice);
        return {
          id: shownId(choice.id),
          label: onOneLine(withNotes(choice)),
          ...(style ? { style } : {}),
        };
      }),
    written: () => [],
    changed: editedRows,
    choices: ({ draft }, payload) => {
      const choices = choicesIn(payload);
      return [
        ...choices.map((choice, at) => part(choice, at, choices.length, draft)),
        {
          key: 'c',
          text: draft.comment ? `Message: ${draft.comment}` : 'add a message to the agent',
          count: 0,
        },
        ...(payload.editable === true
          ? [{ key: 'e', text: 'edit the input in your editor', count: 0 }]
          : []),
      ];
    },
    hints: (payload) => [
      `${keysFrom(choicesIn(payload).length)} answer`,
      'c message',
      ...(payload.editable === true ? ['e edit'] : []),
      ...(subjectIn(payload).some(({ is }) => is === 'markdown') ? ['M source'] : []),
    ],
    takesComment: () => true,
    press,
    enter: (state) => ({ state: { ...state, isChoosing: !state.isChoosing, scroll: 0 } }),
  },
};

const EXAMPLE = `Example: inbox ask permission Bash --input '{"command":"ls"}'`;

/** `id:label:deny`, of which only the id is required; `\\:` is a colon in the label. */
function toChoice(text: string) {
  const [id = '', label, decision, ...rest] = partsOf(text);
  mustBeNamed('--choice', id);
  const known = decisions.find((one) => one === decision);
  if (rest.length > 0 || (decision && !known)) {
    throw new UsageError(
      `--choice: “${text}” is not id:label or id:label:deny. A colon in a label is written \\:`,
    );
  }
  return { id, label: label || id, ...(known ? { decision: known } : {}) };
}

function readInput(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function editedRows({ input: edited }: JsonObject, { input }: JsonObject, columns: number) {
  if (!isJsonObject(edited) || !isJsonObject(input)) return [];
  return differenceOf(input, edited).flatMap((change) => partRows(change, { columns }));
}

/** Asks for a decision; one that also decides later questions is confirmed. */
async function askDecision(ask: AnswerPrompts, payload: JsonObject): Promise<JsonObject> {
  const choices = choicesIn(payload);
  const id = await ask.one(
    'Your decision',
    choices.map((choice, at) => ({
      value: choice.id,
      label: choice.isLasting ? `! ${choice.label}` : choice.label,
      key: numberKey(at),
      style: styleOf(choice),
      hint: choice.isLasting ? 'needs confirmation' : undefined,
    })),
  );
  const choice = choices.find((one) => one.id === id);
  if (choice?.isLasting && !(await ask.yesNo(`Really ${choice.label}?`, false))) {
    return askDecision(ask, payload);
  }
  const { comment } = choice?.meaning === 'deny' ? await commentBy(ask) : {};
  return { ...choice?.answer, ...(comment === undefined ? {} : { message: comment }) };
}

const LETTERS = { a: 'allow', r: 'deny' } as const;
const lettersOf = ({ id }: Choice) =>
  Object.entries(LETTERS).flatMap(([letter, own]) => (own === id ? [letter] : []));

const styleOf = ({ meaning, tone }: Choice): Style | undefined =>
  meaning === 'deny' || tone === 'danger' ? 'red' : 'green';

const withNotes = ({ label, isLasting }: Choice) =>
  isLasting ? `${label} (also decides later questions)` : label;

function part(choice: Choice, at: number, count: number, draft: State['draft']): Part {
  const { id, label, isLasting } = choice;
  const letters = lettersOf(choice);
  const notes = [
    ...letters.map((letter) => ` · ${letter}`),
    isLasting ? ' (needs a second press)' : '',
    draft.armed?.choice === id ? '  ← press again' : '',
  ];
  const style = styleOf(choice);
  return {
    key: keyAt(at, count),
    text: `${isLasting ? '! ' : ''}${label}${notes.join('')}`,
    keys: letters,
    ...(style ? { style } : {}),
  };
}

function press(state: State, message: Asked, stroke: Stroke, before: State): Pressed {
  const { key } = stroke;
  const choices = choicesIn(message.review.payload);
  const choice =
    choices.find((one) => lettersOf(one).includes(key)) ?? choices[placeOfKey(key, choices.length)];
  if (!choice) return { state: noSuch(state, key) };
  const { id, label, answer, isLasting } = choice;
  if (!isDrawn(state, key)) return { state: said(state, `“${label}” is not in view (Enter)`) };
  const send = () => {
    const { comment } = state.draft;
    return give(state, message, { ...answer, ...(comment ? { message: comment } : {}) }, stroke);
  };
  if (!isLasting) return send();
  const text = `Press ${key} again to choose “${label}”`;
  return armedFirst(state, { choice: id, stroke, before, text }, send);
}
