/** The triage view at work: keys come in, lines and answers go out. */
import { ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { whenEnded } from '../ending.ts';
import { Cancelled, exit } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { type AsideEffect, asides, type Given } from './asides.ts';
import { openFeed } from './feed.ts';
import { keyboard } from './keys.ts';
import { type Effect, press } from './press.ts';
import { render } from './render.ts';
import { alternateScreen } from './screen.ts';
import { type Asked, answered, begin, refused, type State, sendingAlso } from './state.ts';

const TICK_MS = 1000;

/** Lets a person answer what waits, one after another, until they leave; the exit code. */
export async function sitAtDesk(options: GlobalOptions): Promise<number> {
  const desk = openDesk(options);
  try {
    return await desk.left;
  } finally {
    desk.close();
  }
}

function openDesk(options: GlobalOptions) {
  const out = process.stdout;
  const screen = alternateScreen(out);
  const left = Promise.withResolvers<number>();
  let state: State = begin(Date.now());
  /** Takes back the prompt that is open, when its question has ended. */
  let prompt: { id: string; abort: AbortController } | undefined;

  function show(next: State): void {
    state = { ...next, now: Date.now() };
    if (prompt && prompt.id in state.ended) prompt.abort.abort();
    screen.draw(render(state, { columns: out.columns, rows: out.rows }));
    feed.follow();
  }
  const feed = openFeed(options, { state: () => state, show, fail: left.reject });

  async function carryOut(effect: Effect): Promise<void> {
    if (effect.do === 'quit') left.resolve(exit.done);
    else if (effect.do === 'interrupt') left.resolve(exit.interrupted);
    else if (effect.do === 'send') await send(effect.message, effect.response);
    else await aside(effect);
  }

  async function send({ id, seq }: Asked, response: JsonObject): Promise<void> {
    try {
      const message = await feed.call(({ person }) =>
        ok(person.reviews({ id }).respond.post({ response, seq })),
      );
      show(answered(state, message));
    } catch (error) {
      if (isOver(error)) await feed.lookAt(id);
      show(refused(state, id, sentenceOf(error)));
    }
  }

  async function aside(effect: AsideEffect): Promise<void> {
    const { id } = effect.message;
    const given = await onOrdinaryScreen(effect);
    if (given === undefined) return;
    if ('comment' in given) return show({ ...state, draft: { ...state.draft, ...given } });
    show(sendingAlso(state, id));
    await send(effect.message, given.response);
  }

  /** Undefined where nothing was given, which the view then says. */
  async function onOrdinaryScreen(effect: AsideEffect): Promise<Given | undefined> {
    const { message } = effect;
    const abort = new AbortController();
    prompt = { id: message.id, abort };
    keys.pause();
    screen.leave();
    try {
      return await asides[effect.do](message, state, abort.signal);
    } catch (error) {
      const text = error instanceof Cancelled ? 'Nothing was sent' : sentenceOf(error);
      if (!abort.signal.aborted) state = { ...state, notice: { text, tone: 'plain' } };
      return undefined;
    } finally {
      prompt = undefined;
      screen.enter();
      keys.resume();
      show(state);
    }
  }

  const keys = keyboard(process.stdin, (key) => {
    const pressed = press(state, key);
    show(pressed.state);
    if (pressed.effect) carryOut(pressed.effect).catch(left.reject);
  });
  const resized = () => {
    screen.forget();
    show(state);
  };
  const tick = setInterval(() => show(state), TICK_MS);
  // Also where something of ours fails: nobody is left with a terminal that shows no cursor.
  process.once('exit', screen.leave);
  const letGo = whenEnded(() => keys.pause(), { input: process.stdin });
  out.on('resize', resized);
  screen.enter();
  keys.resume();
  show(state);

  return {
    left: left.promise,
    close(): void {
      feed.close();
      letGo();
      clearInterval(tick);
      out.off('resize', resized);
      keys.pause();
      screen.leave();
    },
  };
}

/** It has ended otherwise, or is gone. */
const isOver = (error: unknown) =>
  error instanceof InboxError && (error.code === 'conflict' || error.code === 'not_found');

function sentenceOf(error: unknown): string {
  const issues = error instanceof InboxError ? (error.details.issues ?? []) : [];
  const told = issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);
  return [(error as Error).message, ...told].join(' · ');
}
