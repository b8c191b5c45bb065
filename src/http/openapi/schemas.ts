import { z } from 'zod';

export type JsonSchema = {
  $ref?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  examples?: unknown[];
  [keyword: string]: unknown;
};

const PREFIX = '#/components/schemas/';

/** Collects the named schemas of the document, each once; all others are written inline. */
export class Schemas {
  readonly #named: Record<string, JsonSchema> = {};

  /** Returns the schema of what a caller sends: before defaults and conversions. */
  request(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'input');
  }

  /** Returns the schema of what a caller receives. */
  response(schema: z.ZodType): JsonSchema {
    return this.#add(schema, 'output');
  }

  /** Returns the schema of an object whose properties become parameters. */
  inline(schema: z.ZodType): JsonSchema {
    const { $ref, $defs = {}, ...object } = convert(schema, 'input');
    // A named schema refers to itself.
    return $ref
      ? (($defs as Record<string, JsonSchema>)[$ref.split('/').at(-1) ?? ''] ?? {})
      : object;
  }

  amend(name: string, more: JsonSchema): void {
    this.#named[name] = { ...this.#named[name], ...more };
  }

  /** Keeps a schema's former name as an alias. */
  alias(before: string, now: string): void {
    const description = `Renamed to ${now}. This name will be removed in a later version.`;
    this.#named[before] = { ...reference(now), deprecated: true, description };
  }

  /** Returns all of them, by name, with their examples. */
  components(examples: Record<string, unknown[]>): Record<string, JsonSchema> {
    const named = Object.entries(this.#named).sort(([one], [other]) => (one < other ? -1 : 1));
    const exemplified = named.map(([name, schema]) => {
      const own = examples[name];
      return [name, own ? { ...schema, examples: own } : schema];
    });
    return Object.fromEntries(exemplified);
  }

  #add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _, $defs = {}, ...rest } = rewrite(convert(schema, io)) as JsonSchema;
    for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
      const { id: __, $id: ___, ...kept } = definition;
      this.#named[name] = kept;
    }
    return rest;
  }
}

const convert = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    const isReference = key === '$ref' && typeof inner === 'string';
    return [key, isReference ? inner.replace('#/$defs/', PREFIX) : rewrite(inner)];
  });
  return Object.fromEntries(entries);
}

export const reference = (name: string): JsonSchema => ({ $ref: PREFIX + name });
