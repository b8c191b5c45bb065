/** Reports live that others than before can be notified of a channel's pending questions. */
import { prepared } from '../../storage/prepared.ts';
import type { Inbox } from '../inbox.ts';
import { knownAudience, knownPeople, peopleEvents } from './known-people.ts';

const APART_MS = 1000;

/** Starts to compare who can be notified, whenever that may have changed and at most once a second. */
export function watchReachChanges(inbox: Inbox): void {
  const reported = new Map<string, string>();
  let isResting = false;
  let isDue = false;
  const look = () => {
    isDue = isResting;
    if (isResting || inbox.waiting.closed) return;
    isResting = true;
    report(inbox, reported).catch((err) => {
      if (!inbox.waiting.closed) inbox.log.error({ err }, 'a change of reach was not reported');
    });
    setTimeout(() => {
      isResting = false;
      if (isDue) look();
    }, APART_MS).unref();
  };
  for (const name of peopleEvents) inbox.bus.on(name, look);
}

/** Compares each channel that has pending questions with what was last reported of it. */
async function report(inbox: Inbox, reported: Map<string, string>): Promise<void> {
  const channels = await pendingChannels(inbox.store.read, {});
  const pending = new Set(channels.map(({ channelId }) => channelId));
  for (const channelId of reported.keys()) if (!pending.has(channelId)) reported.delete(channelId);
  for (const channelId of pending) {
    const now = await audienceIn(inbox, channelId);
    if (reported.get(channelId) === now) continue;
    reported.set(channelId, now);
    inbox.bus.announce({ name: 'reach:changed', payload: { channelId } });
    // Others are served between the channels of a large inbox.
    await new Promise(setImmediate);
  }
}

async function audienceIn(inbox: Inbox, channelId: string): Promise<string> {
  const { setUp } = await knownPeople(inbox);
  const { people, steps } = await knownAudience(inbox, channelId);
  const places = people.map(({ id, contacts }) => [
    id,
    contacts.map(({ kind, from, delaySeconds, isFailing }) => [
      kind,
      from,
      delaySeconds,
      isFailing,
    ]),
  ]);
  return JSON.stringify([setUp, steps, places]);
}

const pendingChannels = prepared<object, { channelId: string }>((db) =>
  db.selectFrom('reviews').select('channelId').distinct().where('status', '=', 'pending'),
);
