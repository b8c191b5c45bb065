import type { KindView, Listed } from '../../cli/kinds/kind-view.ts';
import { namedValues } from '../../cli/kinds/named-values.ts';
import { shownId } from '../../cli/kinds/shown-id.ts';
import { onOneLine } from '../../cli/output.ts';
import type { Field } from './fields.ts';
import { fieldsIn, saidOf, shownFields } from './words.ts';

export const form: KindView = {
  listed: (payload) => shownFields(fieldsIn(payload)).map(listedField),
  written(response, payload) {
    const fields = shownFields(fieldsIn(payload));
    if (fields.length === 0) return namedValues(response);
    return fields.map((field) => [field.label, saidOf(field, response[field.name])]);
  },
  choices: (_, payload) => [
    { key: '↵', text: 'fill in the form' },
    ...shownFields(fieldsIn(payload)).map(({ label, type, required }) => ({
      text: `${label} (${type}${required ? '' : ', optional'})`,
    })),
  ],
};

export function listedField({ name, label, type, required, options }: Field): Listed {
  const values = options?.map((option) => option.label).join(', ');
  const kind = values ? `one of ${values}` : type;
  const optional = required ? '' : ', optional';
  return { id: shownId(name), label: onOneLine(`${label} (${kind}${optional})`) };
}
