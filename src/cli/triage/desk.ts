/** The triage view at work: keys come in, lines and answers go out. */
import { loadConfig } from '../../config.ts';
import { keyboard } from '../asking/keyboard.ts';
import type { Heard } from '../asking/keys.ts';
import { whenEnded } from '../ending.ts';
import { Cancelled, exit } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { type AsideEffect, asides, type Told } from './asides.ts';
import { sentenceOf } from './complaint.ts';
import { disarmedLate } from './deciding.ts';
import type { Effect } from './effects.ts';
import { openFeed } from './feed.ts';
import { due, hold } from './held.ts';
import { sittingLines } from './log.ts';
import { openOutbox } from './outbox.ts';
import { paste, press } from './press.ts';
import { view } from './render.ts';
import { alternateScreen } from './screen.ts';
import { type Asked, begin, type State, selectedOf, withWritten } from './state.ts';

const TICK_MS = 1000;
/** A countdown that is looked at. */
const COUNTDOWN_MS = 250;

/** Lets a person answer what waits, one after another, until they leave; the exit code. */
export async function sitAtDesk(options: GlobalOptions): Promise<number> {
  const desk = openDesk(options);
  try {
    return await desk.left;
  } finally {
    await desk.close();
  }
}

function openDesk(options: GlobalOptions) {
  const out = process.stdout;
  const screen = alternateScreen(out);
  const left = Promise.withResolvers<number>();
  let state: State = { ...begin(Date.now()), undoMs: undoMsOf(options) };
  let soon: Timer | undefined;
  let closing: Promise<void> | undefined;
  /** Takes back the prompt that is open, when its question has ended. */
  let prompt: { id: string; abort: AbortController } | undefined;

  function show(next: State): void {
    const ready = due(disarmedLate({ ...next, now: Date.now() }), closing !== undefined);
    state = ready.state;
    // Before anything is drawn: the terminal may be gone.
    outbox.send(ready.given);
    if (prompt && prompt.id in state.ended) prompt.abort.abort();
    const { lines, drawn } = view(state, { columns: out.columns, rows: out.rows });
    state = { ...state, drawn };
    screen.draw(lines);
    wakeForHeld();
    if (!closing) feed.follow();
  }
  /** The next answer is due, or its countdown has gone on. */
  function wakeForHeld(): void {
    clearTimeout(soon);
    const ends = state.held.map(({ until }) => until - state.now);
    if (ends.length > 0) soon = setTimeout(() => show(state), Math.min(...ends, COUNTDOWN_MS));
  }
  const desk = { state: () => state, show };
  const feed = openFeed(options, { ...desk, fail: left.reject });
  const outbox = openOutbox(desk, feed);

  async function carryOut(effect: Effect): Promise<void> {
    if (effect.do === 'quit') left.resolve(exit.done);
    else if (effect.do === 'interrupt') left.resolve(exit.interrupted);
    else await aside(effect);
  }

  async function aside(effect: AsideEffect): Promise<void> {
    const { message } = effect;
    const told = await onOrdinaryScreen(effect);
    if (told === undefined) return;
    if ('comment' in told) {
      const written = withWritten(state, message.id, null);
      const isHere = written.selectedId === message.id;
      return show(isHere ? { ...written, draft: { ...written.draft, ...told } } : written);
    }
    show(hold(state, message, told.response, { key: 'enter', at: Date.now() }));
  }

  /** Undefined where nothing was given, which the view then says. */
  async function onOrdinaryScreen(effect: AsideEffect): Promise<Told | undefined> {
    const { message } = effect;
    const abort = new AbortController();
    prompt = { id: message.id, abort };
    keys.pause();
    screen.leave();
    try {
      return await asides[effect.do](message, state, {
        signal: abort.signal,
        written: state.draft.written,
        keep: (written) => {
          state = withWritten(state, message.id, written);
        },
      });
    } catch (error) {
      const text = error instanceof Cancelled ? nothingSent(state, message) : sentenceOf(error);
      if (!abort.signal.aborted) state = { ...state, notice: { text, tone: 'plain' } };
      return undefined;
    } finally {
      prompt = undefined;
      screen.enter();
      keys.resume();
      show(state);
    }
  }

  function take(heard: Heard): void {
    if (heard.is === 'kitty') {
      screen.speakKitty();
      show({ ...state, strokes: { ...state.strokes, hasReleases: true } });
      return;
    }
    const at = Date.now();
    const pressed =
      heard.is === 'text' ? paste(state, heard.text, at) : press(state, { ...heard, at });
    show(pressed.state);
    if (pressed.effect) carryOut(pressed.effect).catch(left.reject);
  }
  const keys = keyboard(process.stdin, take);
  const resized = () => {
    screen.forget();
    show(state);
  };
  const tick = setInterval(() => show(state), TICK_MS);
  // Also where something of ours fails: nobody is left with a terminal that shows no cursor.
  process.once('exit', screen.leave);
  const letGo = whenEnded(close, { input: process.stdin });
  out.on('resize', resized);
  screen.enter();
  keys.resume();
  show(state);

  /** Sends what is held, and leaves a line for each answer in the terminal. */
  async function finish(): Promise<void> {
    keys.pause();
    clearInterval(tick);
    out.off('resize', resized);
    const rest = due(state, true);
    state = rest.state;
    outbox.send(rest.given);
    show(state);
    await outbox.emptied();
    clearTimeout(soon);
    outbox.close();
    feed.close();
    screen.leave();
    const lines = sittingLines(state).map((line) => `${line}\n`);
    if (lines.length > 0) out.write(lines.join(''));
  }
  function close(): Promise<void> {
    if (closing) return closing;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Before it begins: from then on nothing is held.
    closing = promise;
    void finish().finally(resolve);
    return promise;
  }
  return { left: left.promise, close: () => close().finally(letGo) };
}

function undoMsOf({ data, url }: GlobalOptions): number {
  return loadConfig({ data, url }).undoSeconds * 1000;
}

const nothingSent = (state: State, { id }: Asked) =>
  selectedOf(state)?.id === id && state.draft.written
    ? 'Nothing was sent; what you wrote is kept'
    : 'Nothing was sent';
