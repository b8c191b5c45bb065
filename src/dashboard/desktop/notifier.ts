/** The notifications of this tab. Of all tabs one notifies, once per question. */

import { keptKey } from '../data/kept.ts';
import { alone } from '../outbox/alone.ts';
import { findSubscription } from '../push/subscription.ts';
import { noteNotified, wasNotified } from './choice.ts';
import { isAnyInView } from './in-view.ts';
import { permission } from './permission.ts';

/** A notification; `id` is the question's. */
export type Notice = { id: string; title: string; body: string };
export type Notifier = ReturnType<typeof createNotifier>;

/** More would not be read: they are replaced by newer ones. */
const MOST_SHOWN = 5;
const MANY = 'many';
/** An entry of one tab may be read by another later: a question is held for this long. */
const NOTED_MS = 2000;

/**
 * @param open shows a question, or for null all pending ones
 */
export function createNotifier(userId: string, open: (id: string | null) => void) {
  const shown = new Map<string, Notification>();

  function close(id: string): void {
    shown.get(id)?.close();
    shown.delete(id);
  }

  function show(tag: string, title: string, body: string): void {
    try {
      const icon = document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')?.href;
      const one = new Notification(title, { tag, body, ...(icon && { icon }) });
      shown.set(tag, one);
      one.addEventListener('click', () => {
        window.focus();
        close(tag);
        open(tag === MANY ? null : tag);
      });
      one.addEventListener('close', () => shown.get(tag) === one && shown.delete(tag));
    } catch {
      // The browser accepts them only from a service worker.
    }
  }

  function showOrCount({ id, title, body }: Notice): void {
    if (shown.size < MOST_SHOWN && !shown.has(MANY)) {
      show(id, title, body);
      return;
    }
    closeAll();
    show(MANY, 'You have many pending questions', 'Open the inbox to see them.');
  }

  function closeAll(): void {
    for (const id of [...shown.keys()]) close(id);
  }

  async function showOnce(notice: Notice): Promise<boolean> {
    if (wasNotified(userId, notice.id) || (await isAnyInView(userId))) return false;
    noteNotified(userId, notice.id);
    showOrCount(notice);
    return true;
  }

  return {
    shown: () => [...shown.keys()].filter((id) => id !== MANY),
    close,
    closeAll,
    /** Unless the inbox is visible, or the question was notified before. */
    async notify(notice: Notice): Promise<void> {
      if (permission() !== 'granted' || wasNotified(userId, notice.id)) return;
      // Pushed notifications alert already.
      if (await findSubscription()) return;
      await alone(keptKey(userId, 'lease', `notify ${notice.id}`), async () => {
        const isShown = await navigator.locks.request(keptKey(userId, 'lease', 'notify'), () =>
          showOnce(notice),
        );
        if (isShown) await new Promise((resolve) => setTimeout(resolve, NOTED_MS));
      });
    },
  };
}
