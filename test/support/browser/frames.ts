/** The events a page has received over its live connections. */
import type { Page } from 'playwright-core';

const LATE_MS = Number(process.env.INBOX_LATE_MS ?? 0);

type Frames = { received: string[]; listeners: Set<() => void> };

const watched = new WeakMap<Page, Frames>();

/** Starts to record; must be called before the page is opened. */
export function watchFrames(page: Page): void {
  const frames: Frames = { received: [], listeners: new Set() };
  watched.set(page, frames);
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      frames.received.push(`${payload}`);
      for (const listener of frames.listeners) listener();
    }),
  );
}

/** Resolves once a page has its live connection: events that are stored nowhere reach it after this. */
export const isLive = (page: Page): Promise<void> =>
  // Socket.IO's CONNECT, in an Engine.IO message.
  receives(page, (frame) => frame.startsWith('40'));

/** Resolves when a page has had a frame with these words, or one that fits; or as many of them. */
export async function receives(
  page: Page,
  what: string | ((frame: string) => boolean),
  times = 1,
): Promise<void> {
  const frames = watched.get(page);
  if (!frames) throw new Error('This page is not watched');
  const { received, listeners } = frames;
  const fits = typeof what === 'string' ? (frame: string) => frame.includes(what) : what;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (received.filter(fits).length < times) return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });
  // A page that is made late has it in its hands only then; 100 ms are for its timer.
  if (LATE_MS > 0) await Bun.sleep(LATE_MS + 100);
}
