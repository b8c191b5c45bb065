/** The triage view at work: keys come in, lines and answers go out. */
import { ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { answerFromEditor } from '../answer-editor.ts';
import { answerFromPrompts } from '../answer-prompts.ts';
import { Cancelled, exit } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { promptsUntil } from '../prompts.ts';
import { questionText } from '../render.ts';
import { openFeed } from './feed.ts';
import { keyboard } from './keys.ts';
import { type Effect, press } from './press.ts';
import { render } from './render.ts';
import { alternateScreen } from './screen.ts';
import { type Asked, answered, begin, refused, type State } from './state.ts';

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

type Ask = (message: Asked, signal: AbortSignal) => Promise<void>;

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
  }
  const feed = openFeed(options, { state: () => state, show, fail: left.reject });

  async function carryOut(effect: Effect): Promise<void> {
    if (effect.do === 'quit') left.resolve(exit.done);
    else if (effect.do === 'interrupt') left.resolve(exit.interrupted);
    else if (effect.do === 'send') await send(effect.message, effect.response);
    else await aside(effect.message, asks[effect.do]);
  }

  async function send({ id }: Asked, response: JsonObject): Promise<void> {
    try {
      const sent = feed.call(({ person }) => ok(person.reviews({ id }).respond.post({ response })));
      show(answered(state, await sent));
    } catch (error) {
      if (isOver(error)) await feed.lookAt(id);
      show(refused(state, id, sentenceOf(error)));
    }
  }

  /** Puts prompts on the ordinary screen, and comes back. */
  async function aside(message: Asked, ask: Ask): Promise<void> {
    prompt = { id: message.id, abort: new AbortController() };
    const { signal } = prompt.abort;
    keys.pause();
    screen.leave();
    try {
      await ask(message, signal);
    } catch (error) {
      const text = error instanceof Cancelled ? 'Nothing was sent' : sentenceOf(error);
      if (!signal.aborted) state = { ...state, notice: { text, tone: 'plain' } };
    } finally {
      prompt = undefined;
      screen.enter();
      keys.resume();
      show(state);
    }
  }

  const prompts: Ask = async (message, signal) => {
    const channelName = state.channelNames[message.channelId] ?? message.channelId;
    const page = { now: Date.now(), columns: out.columns };
    out.write(`\n${questionText(message, channelName, page)}\n\n`);
    await sendAside(message, await answerFromPrompts(message.review, signal));
  };

  const edit: Ask = async (message, signal) =>
    sendAside(message, await answerFromEditor(message.review, signal));

  async function sendAside(message: Asked, response: JsonObject): Promise<void> {
    prompt = undefined;
    state = { ...state, sending: [...state.sending, message.id] };
    await send(message, response);
  }

  const comment: Ask = async (_, signal) => {
    const initial = state.draft.comment;
    const text = await promptsUntil(signal).askText({ message: 'Comment', initial });
    state = { ...state, draft: { ...state.draft, comment: text } };
  };

  const asks = { prompt: prompts, edit, comment };

  const keys = keyboard(process.stdin, (key) => {
    const pressed = press(state, key);
    show(pressed.state);
    if (pressed.effect) carryOut(pressed.effect).catch(left.reject);
  });
  const resized = () => {
    screen.forget();
    show(state);
  };
  const ended = () => left.resolve(exit.interrupted);
  const tick = setInterval(() => show(state), TICK_MS);
  // Also where something of ours fails: nobody is left with a terminal that shows no cursor.
  process.once('exit', screen.leave);
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, ended);
  out.on('resize', resized);
  screen.enter();
  keys.resume();
  show(state);

  return {
    left: left.promise,
    close(): void {
      feed.close();
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
