/** Passwords that are refused besides short ones. */
import { invalidField } from '../errors.ts';
import { normalPassword } from './schema.ts';

/** Throws for a very common password and for the e-mail address. `field` names the request's field. */
export async function mustBeGoodPassword(
  password: string,
  email: string | null,
  field = 'password',
): Promise<void> {
  const lower = normalPassword(password).trim().toLowerCase();
  if (email !== null && [email, email.split('@')[0]].includes(lower)) {
    throw invalidField([field], 'Your password must not be your e-mail address');
  }
  if (!(await commonPasswords()).has(lower)) return;
  const message = 'This password is too common. Choose another, for example four random words';
  throw invalidField([field], message);
}

/**
 * Passwords of 10 characters and more, in lower case, among the 49,233 commonest passwords that
 * @zxcvbn-ts/language-common 4.1.3 lists: shorter ones are refused anyway.
 */
let read: Promise<Set<string>> | undefined;

/** Read when the first password is set, to keep starts fast. */
const commonPasswords = () =>
  (read ??= import('./common-passwords.txt', { with: { type: 'text' } }).then(
    ({ default: text }) => new Set(text.split('\n')),
  ));
