/** Schedules when answers are sent. */
import { timerMs } from '../../core/timers.ts';
import type { World } from './delivery.ts';
import type { Shelf } from './shelf.ts';
import { isOnItsWay, type Unsent } from './unsent.ts';

const AGAIN_MS = 3000;

export function createTimes(world: World, shelf: Shelf, deliver: (id: string) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const held = () => shelf.store.get().filter(({ state }) => state === 'held');

  function hold({ id, dueAt }: Unsent): void {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => deliver(id), timerMs(dueAt - Date.now())),
    );
  }

  /** Due ones, those waiting for the inbox, and those that a closed page had started. */
  function sendDue(): void {
    if (world.isOffline()) return;
    for (const unsent of shelf.store.get()) {
      const { id, state, dueAt, isKept } = unsent;
      const isDue = state === 'held' && dueAt <= Date.now();
      const isBegun = isOnItsWay(unsent) && isKept;
      if (isDue || isBegun || state === 'waiting') deliver(id);
    }
  }

  for (const unsent of held()) hold(unsent);
  const again = setInterval(sendDue, AGAIN_MS);
  const unfollow = shelf.follow((unsent) => {
    if (unsent?.state === 'held') hold(unsent);
  });
  sendDue();

  return {
    held,
    hold,
    sendDue,
    stop(): void {
      clearInterval(again);
      unfollow();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
