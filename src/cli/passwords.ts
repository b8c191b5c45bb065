/** A new password: from a file, or asked for; never from the arguments, which everybody can read. */
import type { z } from 'zod';
import { Password } from '../core/access/schema.ts';
import { InboxError } from '../core/errors.ts';
import { UsageError } from './errors.ts';
import { readInput } from './options.ts';
import { note } from './output.ts';
import { askPassword, mustBeTerminal } from './prompts.ts';

/** Has a new password set; at a prompt, one that is refused is asked for again. */
export async function withNewPassword<T>(
  file: string | undefined,
  question: string,
  set: (password: string) => Promise<T>,
): Promise<T> {
  if (file !== undefined) return set(await passwordIn(file));
  while (true) {
    const password = await askTwice(question);
    try {
      return await set(password);
    } catch (error) {
      note(refusalOf(error));
    }
  }
}

/** Refuses early where a password is needed and nobody can be asked. */
export function mustHavePassword(file: string | undefined, others = ''): void {
  if (file === undefined) mustBeTerminal(`--password-file FILE${others}`);
}

/** What a prompt says of a value that does not fit. */
export const fits = (schema: z.ZodType) => (value: string | undefined) =>
  schema.safeParse(value ?? '').error?.issues[0]?.message;

async function passwordIn(file: string): Promise<string> {
  const password = (await readInput(file)).replace(/\r?\n$/, '');
  if (!password) throw new UsageError('The password file is empty');
  return password;
}

/** Nobody sees what they type. */
async function askTwice(question: string): Promise<string> {
  while (true) {
    const password = await askPassword(question, fits(Password));
    if ((await askPassword('Repeat the password')) === password) return password;
    note('The passwords do not match; enter both again.');
  }
}

/** What is wrong with the password; any other error is thrown on. */
function refusalOf(error: unknown): string {
  const issues = error instanceof InboxError ? (error.details.issues ?? []) : [];
  const issue = issues.find(({ path }) => path[0] === 'password');
  if (!issue) throw error;
  return issue.message;
}
