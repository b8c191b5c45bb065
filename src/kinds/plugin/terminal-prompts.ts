/** Asks for an answer by the fields of a flat schema, or as JSON. */

import { firstIssue } from '../../cli/answer-check.ts';
import type { Asked, Editor, KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import { note } from '../../cli/output.ts';
import { type JsonObject, parseJson } from '../../core/json.ts';
import { loadPatterns } from '../../core/json-schema/patterns.ts';
import { asksPattern, leftToAgent } from '../../core/json-schema.ts';
import { type Form, fieldIssue, fillIn } from '../form/terminal-prompts.ts';
import { exampleOf } from './example.ts';
import { formOf, type Generated } from './schema-form.ts';
import { answerSchemaIn } from './words.ts';

export const jsonEditor: Editor = {
  extension: 'json',
  beginning: () => '{\n}\n',
  read: readJson,
  prepare,
};

/** Loads the schema check that the server will apply, and says what only the agent can check. */
async function prepare(payload: JsonObject, show: (sentence: string) => unknown = note) {
  const schema = answerSchemaIn(payload);
  if (asksPattern(schema)) await loadPatterns();
  const left = leftToAgent(schema);
  if (left !== undefined) show(left);
}

export const plugin: KindPrompts = {
  async answer(ask, review, writing) {
    const schema = answerSchemaIn(review.payload);
    const form = formOf(schema);
    await prepare(review.payload, writing.show);
    if (form) return fillIn(ask, schemaForm(review, form), writing);
    const { written, keep } = writing;
    const text = await ask.text({
      ...{ message: 'Your answer, as JSON', lines: 'pasted' },
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
  editor: jsonEditor,
};

/** Builds the form of a question whose answer must fit a schema. */
function schemaForm(review: Asked, { fields, toResponse }: Generated): Form {
  const schema = answerSchemaIn(review.payload) as JsonObject & { properties: JsonObject };
  return {
    ...{ review, fields, toResponse },
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
