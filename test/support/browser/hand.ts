/** Input at an exact pace: the events carry their own times, however late the page receives them. */
import type { CDPSession, Page } from 'playwright-core';

/** So far apart come keys that bounce and clicks that slip. */
const GAP_MS = 30;
const HOLD_MS = 5;
const CONTROL = 2;

type Point = { x: number; y: number };
/** One press: what goes down and what comes up, at their times in seconds. */
type Press = (session: CDPSession, at: number, count: number) => Promise<unknown>[];

/** Presses one after another, each sent as long after the one before as it says it happened. */
export const presses = (page: Page, ...each: Press[]) => send(page, each, () => Bun.sleep(GAP_MS));

/** Presses keys 30 ms after one another, which the page receives in one burst. */
export const pressesAtOnce = (page: Page, ...each: Press[]) => send(page, each, async () => {});

/** Types letters at a slower pace. */
export const types = (page: Page, text: string, gapMs: number) =>
  send(
    page,
    [...text].map((letter) => key(letter)),
    () => Bun.sleep(gapMs),
    gapMs,
  );

async function send(
  page: Page,
  each: Press[],
  wait: () => Promise<void>,
  gapMs = GAP_MS,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const startedAt = Date.now();
  const sent: Promise<unknown>[] = [];
  for (const [index, press] of each.entries()) {
    if (index > 0) await wait();
    sent.push(...press(session, (startedAt + index * gapMs) / 1000, index + 1));
  }
  await Promise.all(sent);
  await session.detach();
}

/** A key such as `a`, `1`, `Enter`, `Control+k`. */
export function key(name: string): Press {
  const [last = '', modifier] = name.split('+').toReversed();
  const modifiers = modifier === 'Control' ? CONTROL : 0;
  const { text, ...how } = { ...keyOf(last), modifiers };
  return (session, at) => [
    session.send('Input.dispatchKeyEvent', {
      type: modifiers === 0 ? 'keyDown' : 'rawKeyDown',
      timestamp: at,
      ...(modifiers === 0 ? { ...how, text } : how),
    }),
    session.send('Input.dispatchKeyEvent', { ...how, type: 'keyUp', timestamp: letGo(at) }),
  ];
}

export function click({ x, y }: Point): Press {
  const how = { x, y, button: 'left' } as const;
  return (session, at, clickCount) => [
    session.send('Input.dispatchMouseEvent', {
      ...how,
      clickCount,
      type: 'mousePressed',
      timestamp: at,
    }),
    session.send('Input.dispatchMouseEvent', {
      ...how,
      clickCount,
      type: 'mouseReleased',
      timestamp: letGo(at),
    }),
  ];
}

export function tap(point: Point): Press {
  return (session, at) => [
    session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [point],
      timestamp: at,
    }),
    session.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: letGo(at),
    }),
  ];
}

const letGo = (at: number) => at + HOLD_MS / 1000;

function keyOf(name: string) {
  const named: Record<string, { code: string; text: string; windowsVirtualKeyCode: number }> = {
    Enter: { code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 },
    Escape: { code: 'Escape', text: '', windowsVirtualKeyCode: 27 },
    ' ': { code: 'Space', text: ' ', windowsVirtualKeyCode: 32 },
    ',': { code: 'Comma', text: ',', windowsVirtualKeyCode: 188 },
    '?': { code: 'Slash', text: '?', windowsVirtualKeyCode: 191 },
  };
  const known = named[name];
  if (known) return { key: name, ...known };
  const code = `${/\d/.test(name) ? 'Digit' : 'Key'}${name.toUpperCase()}`;
  return { key: name, code, text: name, windowsVirtualKeyCode: name.toUpperCase().charCodeAt(0) };
}
