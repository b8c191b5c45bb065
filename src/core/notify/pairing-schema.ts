/** How an address is shown to be its user's: a link that a chat opens, a code that is sent. */
import { z } from 'zod';
import { type BotKind, botKinds } from '../../ways/ways.ts';
import { Id } from '../ids.ts';
import { typedCode } from '../numbers.ts';
import { Timestamp } from '../time.ts';
import { CreateContact } from './schema.ts';

export const PairContact = CreateContact.omit({ kind: true, address: true }).meta({
  id: 'PairContact',
});
export type PairContact = z.infer<typeof PairContact>;

/** A link that makes the chat which opens it a contact. */
export const Pairing = z
  .object({
    id: Id,
    expiresAt: Timestamp,
    contactId: Id.nullable().describe('Null until the link was opened'),
  })
  .meta({ id: 'Pairing' });
export type Pairing = z.infer<typeof Pairing>;

export const NewPairing = Pairing.extend({
  url: z.string().describe('Secret: anyone who opens it gets your notifications'),
}).meta({ id: 'NewPairing' });
export type NewPairing = z.infer<typeof NewPairing>;

const BotState = z.object({
  isSet: z.boolean(),
  name: z.string().nullable().describe('Null until the service has answered'),
  problem: z.string().nullable().describe('Why it cannot notify people'),
});

export const forEachBot = <Value>(of: (kind: BotKind) => Value): Record<BotKind, Value> =>
  Object.fromEntries(botKinds.map((kind) => [kind, of(kind)])) as Record<BotKind, Value>;

/** The bots of the inbox. */
export const BotStates = z.object(forEachBot(() => BotState)).meta({ id: 'BotStates' });
export type BotStates = z.infer<typeof BotStates>;

export const VerifyContact = z
  .object({
    code: z
      .string()
      .max(100)
      .transform(typedCode)
      .pipe(z.string().regex(/^\d{6}$/, 'Use the six digits of the code'))
      .describe('The six digits; blanks and hyphens do not matter'),
  })
  .meta({ id: 'VerifyContact' });
export type VerifyContact = z.infer<typeof VerifyContact>;
