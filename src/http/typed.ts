import { z } from 'zod';

/**
 * The schema of an answer that carries messages: documented and typed like any other, and not checked
 * again as it leaves. The compiler has seen that what makes a message makes all of it and nothing else,
 * and the tests hold each answer against the document; to check a page takes as long as to read it.
 */
export function typed<Schema extends z.ZodType>(schema: Schema): Schema {
  const standard = { ...schema['~standard'], validate: (value: unknown) => ({ value }) };
  const same: Schema = Object.create(schema, { '~standard': { value: standard } });
  const named = schema.meta();
  if (named) z.globalRegistry.add(same, named);
  return same;
}
