/**
 * Builds a form from a JSON Schema of an object whose properties are single values or lists of
 * texts.
 */
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import { Field, readTyped } from '../form/schema.ts';

type Made = { field: Field; read: Read };
type Read = (value: unknown, field: Field) => unknown;
export type Generated = { fields: Field[]; toResponse: (values: JsonObject) => JsonObject };

/** Returns the form of a schema; null for one that needs more than a form. */
export function formOf(schema: unknown): Generated | null {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return null;
  if (many.some((keyword) => Object.hasOwn(schema, keyword))) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const made = Object.entries(schema.properties).map(([name, property]) =>
    isJsonObject(property) ? fieldOf(name, property, required.includes(name)) : null,
  );
  if (made.length === 0 || made.includes(null)) return null;
  const all = made.filter((one) => one !== null);
  return {
    fields: all.map(({ field }) => field),
    toResponse: (values) =>
      Object.fromEntries(
        all.flatMap(({ field, read }) => {
          const value = values[field.name];
          const isEmpty = value === '' || value === null || value === undefined;
          return isEmpty ? [] : [[field.name, read(value, field)]];
        }),
      ),
  };
}

/** With these the structure depends on more than one property. */
const many = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties'];

function fieldOf(name: string, schema: JsonObject, required: boolean): Made | null {
  const made = typeOf(schema);
  if (!made || many.some((keyword) => Object.hasOwn(schema, keyword))) return null;
  const { read = (value: unknown) => value, ...rest } = made;
  const described = {
    name,
    required,
    label: typeof schema.title === 'string' ? schema.title : name,
    description: schema.description,
    defaultValue: schema.default,
    ...rest,
  };
  const field = Field.safeParse(described);
  if (field.success) return { field: field.data, read };
  // Ignore a default that its own schema refuses.
  const without = Field.safeParse({ ...described, defaultValue: undefined });
  return without.success ? { field: without.data, read } : null;
}

type Typed = Partial<Field> & Pick<Field, 'type'> & { read?: Read };

function typeOf(schema: JsonObject): Typed | null {
  if (Array.isArray(schema.enum)) return choice(schema.enum, schema.default);
  switch (schema.type) {
    case 'boolean':
      return { type: 'checkbox' };
    case 'integer':
    case 'number':
      return { type: 'number', ...limits(schema), read: readAsNumber };
    case 'string':
      return text(schema);
    case 'array':
      return lines(schema);
    default:
      return null;
  }
}

/** Any other text stays, to be refused. */
function readAsNumber(value: unknown, field: Field): unknown {
  const read = typeof value === 'string' ? readTyped(field, value) : { value };
  return 'value' in read ? read.value : value;
}

function limits({ type, minimum, maximum, multipleOf }: JsonObject): Partial<Field> {
  return {
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
    ...(typeof multipleOf === 'number' ? { step: multipleOf } : type === 'integer' && { step: 1 }),
  };
}

const formats: Record<string, Field['type']> = {
  date: 'date',
  email: 'email',
  uri: 'url',
};

const LONG = 200;

function text({ format, maxLength }: JsonObject): Typed {
  const type = typeof format === 'string' && Object.hasOwn(formats, format) && formats[format];
  if (type) return { type };
  return { type: typeof maxLength === 'number' && maxLength > LONG ? 'textarea' : 'text' };
}

/** Compared as JSON, so that 1 and "1" differ. */
function choice(values: unknown[], given: unknown): Typed {
  const options = values.map((value) => ({
    value: JSON.stringify(value),
    label: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  const defaultValue = given === undefined ? undefined : JSON.stringify(given);
  return { type: 'select', options, defaultValue, read: (chosen) => parseJson(String(chosen)) };
}

function lines({ items, description, default: given }: JsonObject): Typed | null {
  if (!isJsonObject(items) || items.type !== 'string' || Array.isArray(items.enum)) return null;
  return {
    type: 'textarea',
    description: typeof description === 'string' ? description : 'One per line',
    defaultValue: Array.isArray(given) ? given.join('\n') : undefined,
    read: (value) =>
      String(value)
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
  };
}
