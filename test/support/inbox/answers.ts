/** The form of an answer, written down a second time and by hand, to judge the first by. */
import type { JsonObject } from '../../../src/core/json.ts';

type Field = {
  name: string;
  type: string;
  required: boolean;
  options?: { value: string }[];
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
};

export function accepts(type: string, payload: JsonObject, answer: JsonObject): boolean {
  if (answer._dismissed !== undefined) {
    const dismissable = ['selection', 'form', 'text-input', 'questions'].includes(type);
    if (type === 'permission') return false;
    const mayDismiss = dismissable ? typeof payload.dismissLabel === 'string' : true;
    return mayDismiss && (!dismissable || JSON.stringify(answer) === '{"_dismissed":true}');
  }
  const judge = judges[type];
  return judge ? judge(payload, answer) : false;
}

const judges: Record<string, (payload: JsonObject, answer: JsonObject) => boolean> = {
  approval(payload, answer) {
    const { comment } = answer;
    const commentFits = comment === undefined || (payload.allowComment && isText(comment));
    return Boolean(idsOf(payload.options).includes(answer.selectedOption) && commentFits);
  },
  selection(payload, { selectedIds }) {
    if (!Array.isArray(selectedIds)) return false;
    const known = selectedIds.every((id) => idsOf(payload.items).includes(id));
    const distinct = new Set(selectedIds).size === selectedIds.length;
    const most = payload.mode === 'single' ? 1 : Number.POSITIVE_INFINITY;
    return known && distinct && selectedIds.length >= 1 && selectedIds.length <= most;
  },
  form(payload, answer) {
    const fields = payload.fields as Field[];
    const names = fields.map((field) => field.name).sort();
    const sameKeys = JSON.stringify(Object.keys(answer).sort()) === JSON.stringify(names);
    return sameKeys && fields.every((field) => fieldTakes(field, answer[field.name]));
  },
  'text-input': (payload, { text }) => isText(text) && lengthFits(payload, text),
  questions(payload, { answers }) {
    const asked = payload.questions as Asked[];
    const given = answers as Record<string, { selected?: string[]; other?: string }>;
    const sameKeys =
      JSON.stringify(Object.keys(given).sort()) ===
      JSON.stringify(asked.map(({ id }) => id).sort());
    return sameKeys && asked.every((one) => questionTakes(one, given[one.id] ?? {}));
  },
  permission(payload, { decision, choice, input, edited, message }) {
    const chosen = (payload.choices as { id: string; decision: string }[]).find(
      ({ id }) => id === choice,
    );
    const choiceFits = choice === undefined || chosen?.decision === decision;
    const isChanged = !Bun.deepEquals(input, payload.input, true);
    const inputFits =
      input === undefined
        ? edited === undefined
        : payload.editable === true && decision === 'allow' && edited === true && isChanged;
    const messageFits = message === undefined || (isText(message) && message !== '');
    return ['allow', 'deny'].includes(`${decision}`) && choiceFits && inputFits && messageFits;
  },
  freeform: (_, answer) => typeof answer === 'object' && answer !== null && !Array.isArray(answer),
};

type Asked = { id: string; options?: { id: string }[]; multiple?: boolean; other?: boolean };

function questionTakes(
  { options = [], multiple, other }: Asked,
  given: { selected?: string[]; other?: string },
): boolean {
  const { selected = [], other: text, ...more } = given;
  const isFree = options.length === 0;
  const known = selected.every((id) => idsOf(options).includes(id));
  const distinct = new Set(selected).size === selected.length;
  const textFits = text === undefined || ((other === true || isFree) && /\S/.test(text));
  const count = selected.length + (text === undefined ? 0 : 1);
  const countFits = multiple ? count > 0 : count === 1;
  return known && distinct && textFits && countFits && Object.keys(more).length === 0;
}

const idsOf = (list: unknown) => (list as { id: unknown }[]).map((one) => one.id);
const isText = (value: unknown): value is string => typeof value === 'string';

function lengthFits(limits: { minLength?: number; maxLength?: number }, text: string): boolean {
  return text.length >= (limits.minLength ?? 0) && text.length <= (limits.maxLength ?? Infinity);
}

function fieldTakes(field: Field, value: unknown): boolean {
  if (!field.required && (value === null || value === '')) return field.type !== 'checkbox';
  if (field.type === 'checkbox') return typeof value === 'boolean';
  if (field.type === 'number' || field.type === 'range') {
    const { min = -Infinity, max = Infinity } = field;
    return typeof value === 'number' && value >= min && value <= max;
  }
  if (!isText(value) || !lengthFitsType(field, value)) return false;
  if (field.required && value === '') return field.type === 'select';
  return textTakes(field, value);
}

const withLength = ['text', 'textarea', 'password', 'email', 'url'];
const lengthFitsType = (field: Field, text: string) =>
  !withLength.includes(field.type) || lengthFits(field, text);

function textTakes(field: Field, text: string): boolean {
  switch (field.type) {
    case 'select':
      return (field.options ?? []).some((option) => option.value === text);
    case 'date':
      return isDay(text);
    case 'time':
      return isTime(text);
    case 'datetime':
      return text[10] === 'T' && isDay(text.slice(0, 10)) && isTime(text.slice(11));
    case 'email':
      return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
    case 'url':
      return URL.canParse(text);
    default:
      return true;
  }
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
