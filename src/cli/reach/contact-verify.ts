/** `inbox contact verify`: enters the code that was sent to a contact. */
import { ok } from '../../client/client.ts';
import { VerifyContact } from '../../core/notify/pairing-schema.ts';
import type { Contact } from '../../core/notify/schema.ts';
import { withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, onOneLine, printJson } from '../output.ts';
import { fits } from '../passwords.ts';
import { askText } from '../prompts.ts';
import { contactMeant } from './contact-chosen.ts';

const COMMAND = 'inbox contact verify';

export async function verifyContact(
  typed: string | undefined,
  typedCode: string | undefined,
  options: GlobalOptions,
): Promise<void> {
  const contact = await contactMeant(options, COMMAND, typed);
  if (typedCode === undefined && !canAskCode(options)) {
    throw new UsageError(`A code is required: \`${COMMAND} CONTACT CODE\``);
  }
  const verified = await verify(contact, typedCode ?? (await askCode()), options);
  if (options.json) printJson(verified);
}

/** Prompts for the code that was just sent. */
export const verifyNow = async (contact: Contact, options: GlobalOptions): Promise<void> => {
  await verify(contact, await askCode(), options);
};

export const canAskCode = (options: GlobalOptions): boolean =>
  !options.json && process.stdin.isTTY && process.stderr.isTTY;

const askCode = () =>
  askText({
    message: 'Code that was sent there',
    placeholder: '123456',
    validate: fits(VerifyContact.shape.code),
  });

async function verify({ id, name }: Contact, code: string, options: GlobalOptions) {
  const verified = await withConnection(options, COMMAND, ({ person }) =>
    ok(person.contacts({ id }).verify.post({ code })),
  );
  if (!options.json) note(`Contact “${onOneLine(name)}” verified.`);
  return verified;
}
