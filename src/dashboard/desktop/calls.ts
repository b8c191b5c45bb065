/** The notifications of this tab. Of all tabs of the browser one calls, once for a question. */
import { keptKey } from '../data/kept.ts';
import { noteCalled, wasCalled } from './choice.ts';
import { isAnyInView } from './in-view.ts';
import { permission } from './permission.ts';

export type Call = { id: string; title: string; body: string };
export type Calls = ReturnType<typeof createCalls>;

/** Nobody reads more: they make way for one that counts. */
const MOST_SHOWN = 5;
const MANY = 'many';

/** @param open shows a question, or for null all that wait */
export function createCalls(userId: string, open: (id: string | null) => void) {
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
      // A browser that takes them from a service worker alone.
    }
  }

  function showOrCount({ id, title, body }: Call): void {
    if (shown.size < MOST_SHOWN && !shown.has(MANY)) {
      show(id, title, body);
      return;
    }
    closeAll();
    show(MANY, 'Many questions wait for you', 'Open the inbox to see them.');
  }

  function closeAll(): void {
    for (const id of [...shown.keys()]) close(id);
  }

  return {
    shown: () => [...shown.keys()].filter((id) => id !== MANY),
    close,
    closeAll,
    /** Unless the person looks at the inbox, or has been called for it. */
    async call(call: Call): Promise<void> {
      if (permission() !== 'granted' || wasCalled(userId, call.id)) return;
      await navigator.locks.request(keptKey(userId, 'lease', 'call'), async () => {
        if (wasCalled(userId, call.id) || (await isAnyInView(userId))) return;
        noteCalled(userId, call.id);
        showOrCount(call);
      });
    },
  };
}
