/** A new password: from a file, or asked for; never from the arguments, which everybody can read. */
import type { z } from 'zod';
import { Password } from '../core/access/schema.ts';
import { UsageError } from './errors.ts';
import { readInput } from './options.ts';
import { askPassword, mustBeTerminal } from './prompts.ts';

export async function newPassword(file: string | undefined, question: string): Promise<string> {
  if (file === undefined) return askPassword(question, fits(Password));
  const password = (await readInput(file)).replace(/\r?\n$/, '');
  if (!password) throw new UsageError('The password file is empty');
  return password;
}

/** Refuses early where a password is needed and nobody can be asked. */
export function mustHavePassword(file: string | undefined, others = ''): void {
  if (file === undefined) mustBeTerminal(`--password-file FILE${others}`);
}

/** What a prompt says of a value that does not fit. */
export const fits = (schema: z.ZodType) => (value: string | undefined) =>
  schema.safeParse(value ?? '').error?.issues[0]?.message;
