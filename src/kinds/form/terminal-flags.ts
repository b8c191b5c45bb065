import { UsageError } from '../../cli/errors.ts';
import type { KindFlags } from '../../cli/kinds/kind-flags.ts';
import { eachOf, isEmpty, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { collect } from '../../cli/options.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Field, FieldType } from './fields.ts';
import { fieldsIn } from './words.ts';

export const form: KindFlags = {
  ask: {
    name: 'form',
    about: 'ask for values in a form',
    define: (command) =>
      command
        .option(
          '--field <name:type:label:choices>',
          'field (repeatable); write `name?` for an optional field, and commas between the choices of a select',
          collect,
        )
        .addHelpText(
          'after',
          '\nExample:\n  $ inbox ask form "Scale to?" -c deploys --field nodes:number:Nodes --field why?:textarea:Why',
        ),
    default: { takes: 'name=value', flags: (field) => ({ field }) },
    payload: ({ field }: { field?: string[] }) =>
      field ? { fields: eachOf('--field', field, toField, ({ name }) => name) } : {},
    check({ fields }) {
      if (!isEmpty(fields)) return;
      throw new UsageError('At least one --field is required, such as --field nodes:number:Nodes');
    },
  },
  takes: 'its fields',
  usage: (payload) => usageOf(fieldsIn(payload)),
  answer: (payload, { field }) => (field ? valuesIn(field, fieldsIn(payload)) : undefined),
};

export const usageOf = (fields: Field[]): string =>
  `--field NAME=VALUE (repeatable). Fields: ${fields.map(({ name }) => name).join(', ')}`;

/** Reads the values of `--field`, by the names of fields. */
export function valuesIn(pairs: string[], fields: Field[]): JsonObject {
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--field ${pair}: use NAME=VALUE`);
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isCheckbox = fields.some((one) => one.name === name && one.type === 'checkbox');
    return [name, isCheckbox ? toBoolean(value) : value];
  });
  return Object.fromEntries(entries);
}

/** Any other word stays a text, which the server refuses with its own message. */
function toBoolean(value: string): boolean | string {
  if (['true', 'yes', '1'].includes(value)) return true;
  return ['false', 'no', '0'].includes(value) ? false : value;
}

/** `name:type`, `name:type:label` or `name:type:label:choice,choice`; `name?` is optional. */
function toField(text: string) {
  const [named = '', type = 'text', label, choices] = partsOf(text);
  const name = named.replace(/\?$/, '');
  mustBeNamed('--field', name);
  if (!FieldType.safeParse(type).success) {
    const types = FieldType.options.join(', ');
    throw new UsageError(`--field ${text}: Unknown field type “${type}”. Use ${types}`);
  }
  if (type === 'select' && !choices) {
    const example = `${named}:select:${label || name}:a,b`;
    throw new UsageError(`--field ${text}: a select needs choices, such as ${example}`);
  }
  return {
    name,
    type,
    label: label || name,
    required: name === named,
    ...(choices ? { options: choices.split(',') } : {}),
  };
}
