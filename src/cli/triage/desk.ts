/** The triage view at work: keys come in, lines and answers go out. */

import { displayOpener } from '../../config.ts';
import { keyboard } from '../asking/keyboard.ts';
import type { Heard } from '../asking/keys.ts';
import { openInBrowser } from '../browser.ts';
import { whenEnded } from '../ending.ts';
import { exit } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { resolveTarget } from '../target.ts';
import { openAsides } from './aside.ts';
import { disarmedLate, said } from './deciding.ts';
import type { Effect } from './effects.ts';
import { openFeed } from './feed.ts';
import { due } from './held.ts';
import { sittingLines } from './log.ts';
import { openOutbox } from './outbox.ts';
import { paste, press } from './press.ts';
import { view } from './render.ts';
import { alternateScreen } from './screen.ts';
import { begin, type State } from './state.ts';
import { suspend } from './suspend.ts';

const TICK_MS = 1000;
/** How often a visible countdown is redrawn. */
const COUNTDOWN_MS = 250;
/** The time within which a pressed key is read. */
const HEARING_MS = 20;

export type DeskOptions = GlobalOptions & { channel?: string };

/**
 * Lets a person answer the pending questions one after another until they leave; returns the exit
 * code.
 */
export async function sitAtDesk(options: DeskOptions): Promise<number> {
  const desk = openDesk(options);
  try {
    return await desk.left;
  } finally {
    await desk.close();
  }
}

function openDesk(options: DeskOptions) {
  const out = process.stdout;
  const screen = alternateScreen(out);
  const left = Promise.withResolvers<number>();
  let state: State = {
    ...begin(Date.now()),
    undoMs: resolveTarget(options).settings.undoSeconds * 1000,
  };
  /** Keys up to this time have been handled: one of them may have undone an answer. */
  let heardUntil = 0;
  let soon: Timer | undefined;
  let hearing: Timer | undefined;
  let closing: Promise<void> | undefined;

  function show(next: State): void {
    const until = closing ? Number.POSITIVE_INFINITY : heardUntil;
    const ready = due(disarmedLate({ ...next, now: Date.now() }), until);
    state = ready.state;
    // Sent before drawing, because the terminal may be gone.
    outbox.send(ready.given);
    asides.takeBackEnded(state.ended);
    const { lines, drawn } = view(state, { columns: out.columns, rows: out.rows });
    state = { ...state, drawn };
    screen.draw(lines);
    wakeForHeld();
    if (!closing) feed.follow();
  }
  /** Wakes up when the next answer is due, or to redraw its countdown. */
  function wakeForHeld(): void {
    clearTimeout(soon);
    const ends = state.held.map(({ until }) => until - state.now);
    if (ends.length > 0) soon = setTimeout(afterKeys, Math.min(...ends, COUNTDOWN_MS));
  }
  /** On a busy machine timers run before the keys that were pressed earlier. */
  function afterKeys(): void {
    const pressedUntil = Date.now();
    hearing ??= setTimeout(() => {
      hearing = undefined;
      heardUntil = pressedUntil;
      show(state);
    }, HEARING_MS);
  }
  const desk = { state: () => state, show };
  const feed = openFeed(options, { ...desk, fail: left.reject });
  const outbox = openOutbox(desk, feed);
  const asides = openAsides({
    ...desk,
    async onOrdinaryScreen(work) {
      leaveScreen();
      return work().finally(enterScreen);
    },
  });

  function leaveScreen(): void {
    keys.pause();
    screen.leave();
  }
  function enterScreen(): void {
    screen.enter();
    keys.resume();
  }
  function redraw(): void {
    screen.forget();
    show(state);
  }
  function browse(url: string): void {
    const opener = displayOpener();
    if (opener) openInBrowser(url);
    show(said(state, opener ? `Opened ${url}` : `No browser here: ${url}`));
  }

  function carryOut(effect: Effect): Promise<void> | void {
    switch (effect.do) {
      case 'quit':
        return left.resolve(exit.done);
      case 'interrupt':
        return left.resolve(exit.interrupted);
      case 'redraw':
        return redraw();
      case 'suspend':
        return suspend({ leaveScreen, enterScreen, redraw });
      case 'copy':
        screen.copy(effect.text);
        return show(said(state, `Copied ${effect.text}`));
      case 'browse':
        return browse(effect.url);
      default:
        return asides.carryOut(effect).catch(left.reject);
    }
  }

  function take(heard: Heard): void {
    if (heard.is === 'kitty') {
      screen.speakKitty();
      show({ ...state, strokes: { ...state.strokes, hasReleases: true } });
      return;
    }
    if (asides.take(heard)) return;
    const at = Date.now();
    const pressed =
      heard.is === 'text' ? paste(state, heard.text, at) : press(state, { ...heard, at });
    show(pressed.state);
    if (pressed.effect) void carryOut(pressed.effect);
  }
  const keys = keyboard(process.stdin, take);
  const tick = setInterval(() => show(state), TICK_MS);
  // Even after an error of ours, to leave no terminal without a cursor.
  process.once('exit', screen.leave);
  const letGo = whenEnded(close, { input: process.stdin });
  out.on('resize', redraw);
  enterScreen();
  show(state);

  /** Sends pending answers, and prints a line for each on the terminal. */
  async function finish(): Promise<void> {
    keys.pause();
    clearInterval(tick);
    out.off('resize', redraw);
    const rest = due(state, Number.POSITIVE_INFINITY);
    state = rest.state;
    outbox.send(rest.given);
    show(state);
    await outbox.emptied();
    clearTimeout(soon);
    clearTimeout(hearing);
    outbox.close();
    feed.close();
    screen.leave();
    const lines = sittingLines(state).map((line) => `${line}\n`);
    if (lines.length > 0) out.write(lines.join(''));
  }
  function close(): Promise<void> {
    if (closing) return closing;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Set first: afterwards no answer is delayed.
    closing = promise;
    void finish().finally(resolve);
    return promise;
  }
  return { left: left.promise, close: () => close().finally(letGo) };
}
