/** Who can be notified of pending questions and who watches them, as of now, whenever they were asked. */
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Inbox } from '../inbox.ts';
import { fromJson } from '../json.ts';
import type { Review } from '../reviews/schema.ts';
import { knownAudience, knownPeople } from './known-people.ts';
import type { Urgency } from './names.ts';
import { type Audience, audienceOf } from './people.ts';
import { type PlannedQuestion, placesOf, turnOf } from './plan.ts';
import { watching } from './presence.ts';
import type { Notify, Reach } from './schema.ts';
import { type Reached, readReach, toReach } from './stored.ts';

type Asking = { id: string; channelId: string; review: Review | null };

/** Messages as they are read: the reach of a pending question is counted for its channel as it is now. */
export async function withReach<M extends Asking>(
  inbox: Inbox,
  messages: readonly M[],
): Promise<M[]> {
  const pending = messages.filter(isPending);
  const channels = [...new Set(pending.map(({ channelId }) => channelId))];
  const audiences = await Promise.all(channels.map((id) => knownAudience(inbox, id)));
  const byChannel = new Map(channels.map((id, index) => [id, audiences[index]]));
  return withAudiences(inbox, inbox.store.read, messages, (id) => byChannel.get(id));
}

/** Within a change: the same for one message that the change has written. */
export async function withReachWithin<M extends Asking>(
  inbox: Inbox,
  tx: Tx,
  message: M,
): Promise<M> {
  const audience = isPending(message) ? await audienceOf(tx, message.channelId, '') : undefined;
  const [read = message] = await withAudiences(inbox, tx, [message], () => audience);
  return read;
}

/** The stored columns of a question that say who is asked. */
export type AskedRow = {
  messageId: string;
  urgency: string;
  lowered: number;
  notify: string | null;
  openedAt: string | null;
  expiresAt: string | null;
  reach: string | null;
};

/** Who can be notified of a question, in an audience. */
export function reachedOf({ people, steps }: Audience, row: AskedRow, nowMs: number): Reached {
  const question = questionOf(row, steps);
  const openedAtMs = row.openedAt === null ? nowMs : Date.parse(row.openedAt);
  const asked = people.filter(({ id }) => turnOf(question, id) !== null);
  const contacts = asked.map((one) =>
    placesOf(question, one, openedAtMs).map(({ contact }) => contact),
  );
  const kinds = contacts.flat().map(({ kind }) => kind);
  return {
    people: asked.length,
    reachable: contacts.filter((own) => own.some(({ isFailing }) => !isFailing)).length,
    via: [...new Set(kinds)].sort(),
  };
}

export function questionOf(
  {
    urgency,
    lowered,
    notify,
    expiresAt,
  }: Pick<AskedRow, 'urgency' | 'lowered' | 'notify' | 'expiresAt'>,
  steps: PlannedQuestion['steps'],
): PlannedQuestion {
  const only: Notify | null = fromJson(notify);
  const expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  return {
    urgency: urgency as Urgency,
    lowered: lowered === 1,
    people: only?.people ?? null,
    expiresAtMs,
    steps,
  };
}

type Pending = AskedRow & { channelId: string; audience: Audience; setUp: boolean };

/** The reach of a question that is pending, or being written. */
export function reachNow(inbox: Inbox, { channelId, audience, setUp, ...row }: Pending): Reach {
  const reached = reachedOf(audience, row, inbox.now());
  return toReach(
    { ...readReach(row.reach), ...reached },
    {
      hasEnded: false,
      watching: watching(inbox, channelId),
      // A contact that this change has added is not known yet.
      setUp: setUp || reached.via.length > 0,
    },
  );
}

const isPending = ({ review }: Asking) => review?.status === 'pending';

type AudienceIn = (channelId: string) => Audience | undefined;

async function withAudiences<M extends Asking>(
  inbox: Inbox,
  db: Tx,
  messages: readonly M[],
  audienceIn: AudienceIn,
): Promise<M[]> {
  const ids = messages.filter(isPending).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await rowsOf(db, { ids: JSON.stringify(ids) });
  const asked = new Map(rows.map((row) => [row.messageId, row]));
  const { setUp } = await knownPeople(inbox);
  return messages.map((message) => {
    const { id, channelId, review } = message;
    if (!review) return message;
    const [row, audience] = [asked.get(id), audienceIn(channelId)];
    const reach =
      row && audience
        ? reachNow(inbox, { ...row, channelId, audience, setUp })
        : { ...review.reach, setUp };
    return { ...message, review: { ...review, reach } };
  });
}

const rowsOf = prepared<{ ids: JsonList }, AskedRow>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(['messageId', 'urgency', 'lowered', 'notify', 'openedAt', 'expiresAt', 'reach'])
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);
