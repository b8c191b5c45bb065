import type { Field } from '../../../core/reviews/kinds/form/fields.ts';
import { formOf } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import type { KindWords } from '../../../core/reviews/kinds/kind-words.ts';
import { answerSchemaIn, plugin as words } from '../../../core/reviews/kinds/plugin/words.ts';
import { UsageError } from '../../errors.ts';
import { valuesIn } from '../form/flags.ts';
import type { KindFlags } from '../kind-flags.ts';

/** Accepts an answer as a whole, by `--answer`; if its schema is flat, also by its fields. */
export const jsonFlags = ({ example }: KindWords): KindFlags => ({
  takes: 'JSON',
  usage(payload) {
    const whole = `--answer FILE, or --answer - for standard input. Example: ${JSON.stringify(example(payload))}`;
    const form = formOf(answerSchemaIn(payload));
    if (!form) return whole;
    const names = form.fields.map(({ name }) => name);
    return `--field NAME=VALUE (repeatable). Fields: ${names.join(', ')}. Or ${whole}`;
  },
  answer(payload, { field }) {
    const form = formOf(answerSchemaIn(payload));
    if (!field || !form) return undefined;
    const values = valuesIn(field, form.fields);
    const known = form.fields.map(({ name }) => name);
    const unknown = Object.keys(values).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new UsageError(`No field “${unknown}”. Fields: ${known.join(', ')}`);
    }
    const read = form.fields.filter(({ name }) => Object.hasOwn(values, name));
    return form.toResponse(
      Object.fromEntries(read.map((field) => [field.name, valueIn(field, values[field.name])])),
    );
  },
});

/** A choice is named by its label: its value is JSON. */
function valueIn({ name, options }: Field, value: unknown): unknown {
  if (!options) return value;
  const chosen = options.find((option) => option.label === value || option.value === value);
  if (chosen) return chosen.value;
  const labels = options.map(({ label }) => label).join(', ');
  throw new UsageError(`--field ${name}: unknown choice “${value}”. Choices: ${labels}`);
}

export const plugin = jsonFlags(words);
