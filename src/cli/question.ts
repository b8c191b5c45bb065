/** The short forms in which flags write the parts of a question. */
import { OptionStyle } from '../core/reviews/kinds/approval.ts';
import { FieldType } from '../core/reviews/kinds/fields.ts';
import { UsageError } from './errors.ts';

/** `id`, `id:label` or `id:label:style`; a label may hold colons. */
export function toOption(text: string) {
  const style = OptionStyle.safeParse(text.slice(text.lastIndexOf(':') + 1)).data;
  const rest = style && text.includes(':') ? text.slice(0, text.lastIndexOf(':')) : text;
  return { ...toItem(rest), ...(style && rest !== text ? { style } : {}) };
}

/** `id` or `id:label`. */
export function toItem(text: string) {
  const [id = '', ...label] = text.split(':');
  return { id, label: label.join(':') || id };
}

/** `name:type`, `name:type:label` or `name:type:label:choice,choice`; `name?` is optional. */
export function toField(text: string) {
  const [named = '', type = 'text', label, choices] = text.split(':');
  const name = named.replace(/\?$/, '');
  if (!FieldType.safeParse(type).success) {
    const types = FieldType.options.join(', ');
    throw new UsageError(`--field ${text}: "${type}" is no field type; there are ${types}`);
  }
  return {
    name,
    type,
    label: label || name,
    required: name === named,
    ...(choices ? { options: choices.split(',') } : {}),
  };
}
