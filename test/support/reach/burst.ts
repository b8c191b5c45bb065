/** More questions than are sent singly within a minute: the others are counted by one notification. */
import { eventually } from './eventually.ts';
import type { testReaching } from './reaching.ts';

type Row = { status: string; dueAt: string; expiresAt: string | null };
type Reaching = Awaited<ReturnType<typeof testReaching>>;

export const SINGLE = 3;
const GATHERED_WITHIN_MS = 21_000;
export const review = { type: 'approval', payload: { title: 'Deploy?' } };

/** Asks questions, of which the fourth and later ones are gathered; resolves once they were counted. */
export async function testBurst(reaching: Reaching, count: number, channelId?: string) {
  const { inbox } = reaching;
  const asked: string[] = [];
  const where = channelId === undefined ? {} : { channelId };
  while (asked.length < count) asked.push((await inbox.send({ ...where, review })).id);
  for (const id of asked.slice(0, SINGLE)) {
    await reaching.reaches(id, ({ state }) => state === 'sent');
  }
  await later(reaching, GATHERED_WITHIN_MS);
  return { single: asked.slice(0, SINGLE), gathered: asked.slice(SINGLE) };
}

/** Moves the clock, and resolves once everything that is due has been sent. */
export async function later(reaching: Reaching, ms: number): Promise<void> {
  reaching.inbox.clock.advance(ms);
  reaching.worker.look();
  await idle(reaching);
}

/** Resolves once nothing is due or being sent. */
export async function idle({ inbox }: Reaching): Promise<void> {
  await eventually(async () => {
    const at = new Date(inbox.now()).toISOString();
    const notices = inbox.store.read.selectFrom('notices').select(['status', 'dueAt', 'expiresAt']);
    const isOpen = ({ status, dueAt, expiresAt }: Row) =>
      status === 'sending' ||
      (status === 'waiting' && dueAt <= at && !(expiresAt && expiresAt <= at));
    return !(await notices.execute()).some(isOpen);
  });
}
