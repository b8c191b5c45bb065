import type { Tx } from '../../storage/store.ts';
import { isContactKind } from '../../ways/ways.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import { nameOfToken } from '../access/tokens.ts';
import type { Inbox } from '../inbox.ts';
import { nameOfContact } from '../notify/contacts.ts';
import { namingFor } from './naming.ts';
import { recordRow } from './record-table.ts';
import { getReview } from './reviews.ts';
import type { NotifiedBy, RespondedBy, Review, ReviewRecord } from './schema.ts';
import { seenBy } from './seen-table.ts';

/** Returns the record of a decision besides the answer. */
export async function reviewRecord(
  inbox: Inbox,
  caller: Caller,
  id: string,
): Promise<ReviewRecord> {
  mustBeHuman(caller);
  const { review } = await getReview(inbox, caller, id);
  const db = inbox.store.read;
  const row = await recordRow(db, id);
  const naming = await namingFor(inbox, caller);
  const { questionDigest = null, answerDigest = null, toldAt = null, toldBy = null } = row ?? {};
  return {
    messageId: id,
    questionDigest,
    answerDigest,
    credential: await credentialOf(db, review.respondedBy),
    openedBy: isUnanswered(review) ? (await seenBy(db, id)).map(naming) : [],
    told: toldAt === null ? null : { at: toldAt, by: toldBy as NotifiedBy },
  };
}

const isUnanswered = ({ status, automatic }: Review): boolean =>
  status === 'expired' || status === 'withdrawn' || automatic;

async function credentialOf(db: Tx, by: RespondedBy | null): Promise<ReviewRecord['credential']> {
  if (!by?.credential) return null;
  const { credential, via } = by;
  if (credential === 'session' || credential === 'local') return { kind: credential, name: null };
  if (isContactKind(via)) return { kind: 'contact', name: await nameOfContact(db, credential) };
  return { kind: 'token', name: await nameOfToken(db, credential) };
}
