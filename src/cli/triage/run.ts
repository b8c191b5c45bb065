/** Runs the triage view: reads keys, draws lines, sends answers. */
import { isSentOn, type Leaving } from '../../client/undo.ts';
import { displayOpener } from '../../config.ts';
import { timerMs } from '../../core/timers.ts';
import { openInBrowser } from '../browser.ts';
import { type Signal, whenEnded } from '../ending.ts';
import { exit } from '../errors.ts';
import { type HeldAnswer, holdAnswer, leavingBy } from '../held-answers.ts';
import type { GlobalOptions } from '../options.ts';
import { note, onOneLine, terminalSize } from '../output.ts';
import { keyboard } from '../prompting/keyboard.ts';
import type { Input } from '../prompting/keys.ts';
import { placeOf, resolveTarget } from '../target.ts';
import { titleLine } from '../title-line.ts';
import { disarmedLate, said } from './deciding.ts';
import { openFeed } from './feed.ts';
import { handleKey, paste, typed } from './handle-key.ts';
import { due, isUndoable, refused } from './held.ts';
import { sittingLines, takenBackLine } from './log.ts';
import { openPrompts } from './open-prompts.ts';
import { openOutbox } from './outbox.ts';
import { view } from './render.ts';
import { alternateScreen } from './screen.ts';
import { begin, type Effect, type Given, type Pressed, type State } from './state.ts';

const TICK_MS = 1000;
/** How often a visible countdown is redrawn. */
const COUNTDOWN_MS = 250;
/** The time within which a pressed key is read. */
const SETTLE_MS = 20;

export type TriageOptions = GlobalOptions & { channel?: string };

/**
 * Lets a person answer the pending questions one after another until they leave; returns the exit
 * code.
 */
export async function runTriage(options: TriageOptions): Promise<number> {
  const triage = openTriage(options);
  try {
    return await triage.left;
  } finally {
    await triage.close();
  }
}

const reopened = (state: State, id: string): State =>
  refused(state, id, 'Undone in another terminal');

function openTriage(options: TriageOptions) {
  const out = process.stdout;
  const screen = alternateScreen(out);
  const left = Promise.withResolvers<number>();
  const target = resolveTarget(options);
  let state: State = {
    ...begin(Date.now()),
    undoMs: target.settings.undoSeconds * 1000,
  };
  const holding = new Map<string, HeldAnswer>();
  /** Keys up to this time have been handled: one of them may have undone an answer. */
  let handledUntil = 0;
  let soon: Timer | undefined;
  let settling: Timer | undefined;
  let closing: Promise<void> | undefined;
  let takenBack: Given[] = [];

  function show(next: State): void {
    const until = closing ? Number.POSITIVE_INFINITY : handledUntil;
    const ready = due(disarmedLate({ ...elsewhereUndone(next), now: Date.now() }), until);
    const undone = ready.given.filter(
      ({ message }) => holding.get(message.id)?.release() === false,
    );
    const sent = ready.given.filter((one) => !undone.includes(one));
    state = undone.map(({ message }) => message.id).reduce(reopened, ready.state);
    // Sent before drawing, because the terminal may be gone.
    outbox.send(sent);
    noteHeld();
    prompts.takeBackEnded(state.ended);
    const { lines, drawn } = view(state, terminalSize(out));
    state = { ...state, drawn };
    screen.draw(lines);
    wakeForHeld();
    if (!closing) feed.follow();
  }
  /** Reopens what `inbox undo` took back in another terminal. */
  function elsewhereUndone(next: State): State {
    const taken = [...holding].flatMap(([id, one]) => (one.isTaken() ? [id] : []));
    for (const id of taken) holding.delete(id);
    return taken.reduce(reopened, next);
  }
  /** Lets `inbox undo` find what counts down. */
  function noteHeld(): void {
    const held = new Map(state.held.map((one) => [one.message.id, one]));
    for (const [id, one] of holding) {
      if (held.has(id)) continue;
      one.release();
      holding.delete(id);
    }
    for (const [id, one] of held) {
      if (holding.has(id) || !isUndoable(state, one)) continue;
      const title = onOneLine(titleLine(one.message));
      holding.set(id, holdAnswer({ id, title, place: placeOf(target) }));
    }
  }
  /** Wakes up when the next answer is due, or to redraw its countdown. */
  function wakeForHeld(): void {
    clearTimeout(soon);
    const ends = state.held.map(({ dueAt }) => dueAt - state.now);
    if (ends.length > 0) soon = setTimeout(afterKeys, timerMs(Math.min(...ends, COUNTDOWN_MS)));
  }
  /** On a busy machine timers run before the keys that were pressed earlier. */
  function afterKeys(): void {
    const pressedUntil = Date.now();
    settling ??= setTimeout(() => {
      settling = undefined;
      handledUntil = pressedUntil;
      show(state);
    }, SETTLE_MS);
  }
  const handles = { state: () => state, show };
  const feed = openFeed(options, { ...handles, fail: left.reject });
  const outbox = openOutbox(handles, feed);
  const prompts = openPrompts({
    ...handles,
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
        leaveAs('interrupted');
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
        return prompts.carryOut(effect).catch(left.reject);
    }
  }

  function handled({ state: next, effect }: Pressed): void {
    show(next);
    if (effect) void carryOut(effect);
  }
  function take(input: Input): void {
    if (input.is === 'kitty') {
      screen.speakKitty();
      show({ ...state, strokes: { ...state.strokes, hasReleases: true } });
      return;
    }
    feed.pressed();
    if (prompts.take(input)) return;
    const at = Date.now();
    if (input.is === 'key') handled(handleKey(state, { ...input, at }));
    else if (!input.isTyped) handled(paste(state, input.text, at));
    else {
      const pressed = typed(state, input.text, at);
      handled(pressed);
      if (pressed.rest) take({ is: 'text', text: pressed.rest, isTyped: true });
    }
  }
  const keys = keyboard(process.stdin, take);
  const tick = setInterval(() => show(state), TICK_MS);
  // Even after an error of ours, to leave no terminal without a cursor.
  process.once('exit', screen.leave);
  const last = (signal: Signal) => {
    leaveAs(leavingBy(signal));
    return close();
  };
  const letGo = whenEnded(last, { input: process.stdin });
  out.on('resize', redraw);
  enterScreen();
  show(state);

  /** Undoes what still counts down, unless it is sent on leaving. */
  function leaveAs(leaving: Leaving): void {
    if (isSentOn(leaving)) return;
    takenBack = [...takenBack, ...state.held];
    state = { ...state, held: [] };
  }
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
    clearTimeout(settling);
    outbox.close();
    feed.close();
    screen.leave();
    const lines = sittingLines(state).map((line) => `${line}\n`);
    if (lines.length > 0) out.write(lines.join(''));
    takenBack.map(takenBackLine).forEach(note);
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

type Ways = { leaveScreen: () => void; enterScreen: () => void; redraw: () => void };

const AGAIN_MS = 200;

/** Ctrl-Z: returns the terminal to the shell until the view is resumed. */
function suspend({ leaveScreen, enterScreen, redraw }: Ways): void {
  const comeBack = () => {
    process.off('SIGCONT', comeBack);
    clearTimeout(timer);
    enterScreen();
    redraw();
  };
  leaveScreen();
  process.on('SIGCONT', comeBack);
  // Without a shell that could resume it, it is not stopped.
  const timer = setTimeout(comeBack, AGAIN_MS);
  // The whole group, as a terminal does: its parent is stopped with it.
  process.kill(0, 'SIGTSTP');
}
