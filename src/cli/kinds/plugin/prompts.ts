/** Asks for an answer by the fields of a flat schema, or as JSON. */
import { type JsonObject, parseJson } from '../../../core/json.ts';
import { exampleOf } from '../../../core/reviews/kinds/freeform/example.ts';
import { formOf, type Generated } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import { firstIssue } from '../../answer-check.ts';
import { type Form, fieldIssue, fillIn } from '../form/prompts.ts';
import type { Asked, Editor, KindPrompts } from '../kind-prompts.ts';

export const jsonEditor: Editor = {
  extension: 'json',
  beginning: () => '{\n}\n',
  read: readJson,
};

export const plugin: KindPrompts = {
  async answer(ask, review, writing) {
    const { schema } = review.payload;
    const form = formOf(schema);
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
  const schema = review.payload.schema as JsonObject & { properties: JsonObject };
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
