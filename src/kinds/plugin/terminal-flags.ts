import { UsageError } from '../../cli/errors.ts';
import type { KindFlags } from '../../cli/kinds/kind-flags.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import type { Field } from '../form/fields.ts';
import { usageOf, valuesIn } from '../form/terminal-flags.ts';
import { formOf } from './schema-form.ts';
import { answerSchemaIn, plugin as words } from './words.ts';

/** Accepts an answer as a whole, by `--answer`; if its schema is flat, also by its fields. */
export const jsonFlags = ({ example }: KindWords): KindFlags => ({
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
});

/** The value of a choice is JSON; people know its label. */
function valueIn({ name, options }: Field, value: unknown): unknown {
  if (!options) return value;
  const chosen = options.find(({ label }) => label === value);
  if (chosen) return chosen.value;
  const labels = options.map(({ label }) => label).join(', ');
  throw new UsageError(`--field ${name}: unknown choice “${value}”. Choices: ${labels}`);
}

export const plugin = jsonFlags(words);
