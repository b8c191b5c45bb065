import { z } from 'zod';

/**
 * Marks the schema of an answer with messages as documented and typed, but not validated when it is
 * sent: validating a page takes as long as reading it. The compiler checks that a message is built
 * in full, and the tests compare each answer with the document.
 */
export function documentOnly<Schema extends z.ZodType>(schema: Schema): Schema {
  const standard = { ...schema['~standard'], validate: (value: unknown) => ({ value }) };
  const same: Schema = Object.create(schema, { '~standard': { value: standard } });
  const named = schema.meta();
  if (named) z.globalRegistry.add(same, named);
  return same;
}
