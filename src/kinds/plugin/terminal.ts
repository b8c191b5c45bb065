import { firstIssue } from '../../cli/answer-check.ts';
import { UsageError } from '../../cli/errors.ts';
import type { AskedReview, KindFlags, KindTerminal } from '../../cli/kinds/kind.ts';
import { plainRows } from '../../cli/layout/plain.ts';
import { note, printable } from '../../cli/output.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import { loadPatterns } from '../../core/json-schema/patterns.ts';
import { asksPattern, leftToAgent } from '../../core/json-schema.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { HEADING } from '../../core/reviews/kinds/labels.ts';
import type { Field } from '../form/schema.ts';
import {
  type Form,
  fieldIssue,
  fillIn,
  listedField,
  namedValues,
  usageOf,
  valuesIn,
} from '../form/terminal.ts';
import { formOf, type Generated } from './schema-form.ts';
import { ANSWER_SCHEMA, answerLabel, answerSchemaIn, exampleOf, plugin as words } from './words.ts';

export const plugin: KindTerminal = {
  flags: jsonFlags(words),
  prompts: {
    async answer(ask, review, writing) {
      const schema = answerSchemaIn(review.payload);
      const form = formOf(schema);
      await prepare(review.payload, writing.show);
      if (form) return fillIn(ask, schemaForm(review, form), writing);
      const { written, keep } = writing;
      const text = await ask.text({
        message: 'Your answer, as JSON',
        lines: 'pasted',
        initial:
          typeof written?.text === 'string'
            ? written.text
            : JSON.stringify(exampleOf(schema), null, 2),
        changed: (text) => keep?.({ text }),
        check(text) {
          const value = readJson(text);
          return value === undefined ? 'Enter a JSON object' : firstIssue(review, value);
        },
      });
      return readJson(text) as JsonObject;
    },
    editor: {
      extension: 'json',
      beginning: () => '{\n}\n',
      read: readJson,
      prepare,
    },
  },
  view: {
    subject: (payload, page) => plainRows(factsOf(payload), page),
    wholeSubject: factsOf,
    listed: (payload) => (formOf(answerSchemaIn(payload))?.fields ?? []).map(listedField),
    written: (response, payload) => namedValues(response, (name) => answerLabel(payload, name)),
    choices: () => [{ key: '↵', text: 'answer' }],
  },
};

/** Accepts an answer as a whole, by `--answer`; if its schema is flat, also by its fields. */
export function jsonFlags({ example }: KindWords): KindFlags {
  return {
    takes: 'JSON',
    usage(payload) {
      const whole = `--answer FILE, or --answer - for standard input. Example: ${JSON.stringify(example(payload))}`;
      const form = formOf(answerSchemaIn(payload));
      return form ? `${usageOf(form.fields)}; or ${whole}` : whole;
    },
    answer(payload, { field }) {
      const form = formOf(answerSchemaIn(payload));
      if (!field || !form) return undefined;
      const values = Object.entries(valuesIn(field, form.fields)).map(([name, value]) => {
        const asked = form.fields.find((one) => one.name === name);
        if (!asked) throw new UsageError(`--field ${name}: no such field. ${usageOf(form.fields)}`);
        return [name, valueIn(asked, value)];
      });
      return form.toResponse(Object.fromEntries(values));
    },
  };
}

/** The value of a choice is JSON; people know its label. */
function valueIn({ name, options }: Field, value: unknown): unknown {
  if (!options) return value;
  const chosen = options.find(({ label }) => label === value);
  if (chosen) return chosen.value;
  const labels = options.map(({ label }) => label).join(', ');
  throw new UsageError(`--field ${name}: unknown choice “${value}”. Choices: ${labels}`);
}

/** Loads the schema check that the server will apply, and says what only the agent can check. */
async function prepare(payload: JsonObject, show: (sentence: string) => unknown = note) {
  const schema = answerSchemaIn(payload);
  if (asksPattern(schema)) await loadPatterns();
  const left = leftToAgent(schema);
  if (left !== undefined) show(left);
}

/** Builds the form of a question whose answer must fit a schema. */
function schemaForm(review: AskedReview, { fields, toResponse }: Generated): Form {
  const schema = answerSchemaIn(review.payload) as JsonObject & { properties: JsonObject };
  return {
    review,
    fields,
    toResponse,
    check: (response) => firstIssue(review, response),
    checkField(field, value) {
      const { name } = field;
      const wrong = fieldIssue(field, value);
      if (wrong !== undefined) return wrong;
      const properties = { [name]: schema.properties[name] };
      const one = { ...schema, properties, required: [] };
      return firstIssue(
        { type: 'freeform', payload: { schema: one } },
        toResponse({ [name]: value }),
      );
    },
  };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Payload fields that only a plugin or a schema defines. */
const ELSEWHERE = [...HEADING, 'submitLabel', 'dismissLabel'];
const isSchema = (name: string) => name === 'schema' || name === ANSWER_SCHEMA;

/** Lists the remaining fields of a payload, one per line; a schema that becomes fields is omitted. */
function factsOf(payload: JsonObject): string {
  const facts = Object.entries(payload).filter(
    ([name, value]) => !ELSEWHERE.includes(name) && !(isSchema(name) && formOf(value)),
  );
  return facts.map(([name, value]) => printable(factOf(name, value))).join('\n');
}

function factOf(name: string, value: unknown): string {
  if (typeof value === 'string') {
    return value.includes('\n') ? `${name}:\n${value.trimEnd()}` : `${name}: ${value}`;
  }
  if (!isJsonObject(value) && !Array.isArray(value)) return `${name}: ${JSON.stringify(value)}`;
  return `${name}:\n${JSON.stringify(value, null, 2).replaceAll('\\n', '\n')}`;
}
