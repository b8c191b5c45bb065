/** New passwords: from a file or a prompt; never from the arguments, which other processes can read. */
import type { z } from 'zod';
import { Password } from '../core/access/schema.ts';
import { InboxError } from '../core/errors.ts';
import { UsageError } from './errors.ts';
import { readInput } from './options.ts';
import { note } from './output.ts';
import { askPassword, mustBeTerminal } from './prompts.ts';

/** Sets a new password; at a prompt, asks again for one that is refused. */
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

/** Refuses early if a password is needed and no terminal can ask for it. */
export function mustHavePassword(file: string | undefined, others = ''): void {
  if (file === undefined) mustBeTerminal(`--password-file FILE${others}`);
}

/** Returns a prompt's message for an invalid value. */
export const fits = (schema: z.ZodType) => (value: string | undefined) =>
  schema.safeParse(value ?? '').error?.issues[0]?.message;

async function passwordIn(file: string): Promise<string> {
  const password = (await readInput(file)).replace(/\r?\n$/, '');
  if (!password) throw new UsageError('The password file is empty');
  return password;
}

/** The input is not echoed. */
async function askTwice(question: string): Promise<string> {
  while (true) {
    const password = await askPassword(question, fits(Password));
    if ((await askPassword('Repeat the password')) === password) return password;
    note('The passwords do not match; enter both again.');
  }
}

/** Returns the problem of the password; rethrows any other error. */
function refusalOf(error: unknown): string {
  const issues = error instanceof InboxError ? (error.details.issues ?? []) : [];
  const issue = issues.find(({ path }) => path[0] === 'password');
  if (!issue) throw error;
  return issue.message;
}
