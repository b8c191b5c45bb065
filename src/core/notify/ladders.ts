/** The ladder of a channel: who else is notified while nobody has answered. */
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeOwner, mustHaveLoggedIn } from '../access/permissions.ts';
import { changeByLogin } from '../change.ts';
import { mustBeChannel } from '../channels/channels.ts';
import { type Issue, invalid } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { knownPeople, seersOf } from './people.ts';
import type { Ladder } from './schema.ts';

/** Who is notified of a channel's questions if nobody has answered; without steps until some are set. */
export async function getLadder(inbox: Inbox, caller: Caller, channelId: string): Promise<Ladder> {
  mustBeOwner(caller);
  await mustBeChannel(inbox.store.read, caller.channels, channelId);
  return { steps: await ladderOf(inbox.store.read, channelId) };
}

/** Applies to questions that are asked later. */
export async function setLadder(
  inbox: Inbox,
  caller: Caller,
  channelId: string,
  { steps }: Ladder,
): Promise<Ladder> {
  mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  const seers = seersOf(await knownPeople(inbox), channelId);
  await changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const { name } = await mustBeChannel(tx, caller.channels, channelId);
    mustSee(seers, steps);
    await setSteps(change, channelId, JSON.stringify(steps));
    emit('ladder:changed', { channelId });
    emit('audited', {
      by: caller,
      action: 'channel.ladderChanged',
      subject: { kind: 'channel', id: channelId, name },
      detail: { steps },
    });
  });
  return { steps };
}

const ladderOf = async (db: Tx, channelId: string): Promise<Ladder['steps']> =>
  fromJson((await steps(db, { channelId }))[0]?.steps ?? null) ?? [];

function mustSee(seers: readonly string[], steps: Ladder['steps']): void {
  const issues = steps.flatMap(({ people }, step) =>
    people.flatMap((id, index): Issue[] =>
      seers.includes(id) ? [] : [notASeer(['steps', `${step}`, 'people', `${index}`])],
    ),
  );
  if (issues.length > 0) throw invalid(issues);
}

/** For a list of people with an id of no user, or of one who does not see the channel. */
export const notASeer = (path: string[]): Issue => ({
  code: 'custom',
  message: 'Not a user who sees this channel',
  path,
});

const steps = prepared<{ channelId: string }, { steps: string }>((db, parameter) =>
  db.selectFrom('ladders').select('steps').where('channelId', '=', parameter('channelId')),
);

const setSteps = ({ tx }: Change, channelId: string, steps: string) =>
  tx
    .insertInto('ladders')
    .values({ channelId, steps })
    .onConflict((conflict) => conflict.column('channelId').doUpdateSet({ steps }))
    .execute();
