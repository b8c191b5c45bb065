/** The short forms in which flags write the parts of a question. */
import { optionStyles } from '../core/reviews/kinds/approval/options.ts';
import { FieldType } from '../core/reviews/kinds/form/fields.ts';
import { UsageError } from './errors.ts';

/** `id`, `id:label` or `id:label:style`; `\:` is a colon of the label. */
export function toOption(text: string) {
  const [id = '', label, style, ...rest] = partsOf(text);
  mustBeNamed('--option', id);
  if (style === undefined) return withStyle(id, label);
  const known = optionStyles.find((one) => one === style);
  if (!known || rest.length > 0) {
    const wrong = rest.length > 0 ? rest.at(-1) : style;
    const styles = optionStyles.join(', ');
    const colon = 'A colon in a label is written \\:';
    throw new UsageError(`--option: unknown style “${wrong}”; use ${styles}. ${colon}`);
  }
  return { id, label: label || id, style: known };
}

/** `yes:primary` is an option whose label is its id. */
function withStyle(id: string, label: string | undefined) {
  const style = optionStyles.find((one) => one === label);
  return style ? { id, label: id, style } : { id, label: label || id };
}

/** `id` or `id:label`; a label may have colons. */
export function toItem(text: string) {
  const [id = '', ...label] = partsOf(text);
  mustBeNamed('--option', id);
  return { id, label: label.join(':') || id };
}

/** `name:type`, `name:type:label` or `name:type:label:choice,choice`; `name?` is optional. */
export function toField(text: string) {
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

const COLON = /(?<!\\):/;
const partsOf = (text: string) => text.split(COLON).map((part) => part.replaceAll('\\:', ':'));

function mustBeNamed(flag: '--option' | '--field', name: string): void {
  if (name.trim() !== '') return;
  throw new UsageError(`${flag}: the ${flag === '--option' ? 'id' : 'name'} is empty`);
}

/** The values of a flag that was repeated; no two have the same name. */
export function eachOf<Part>(
  flag: string,
  texts: string[],
  read: (text: string) => Part,
  nameOf: (part: Part) => string,
): Part[] {
  const parts = texts.map(read);
  const names = parts.map(nameOf);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`${flag}: “${twice}” is used twice`);
  return parts;
}
