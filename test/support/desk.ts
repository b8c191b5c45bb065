/** The triage view without a terminal: real questions in, states and lines out. */
import { type Effect, press } from '../../src/cli/triage/press.ts';
import { type Asked, begin, type State, withPending } from '../../src/cli/triage/state.ts';
import type { TestInbox } from './inbox.ts';

type Question = { type: string; payload?: object; expiresInSeconds?: number };

/** A view of the questions, in the order in which they expire. */
export async function desk(inbox: TestInbox, ...questions: (Question & { text?: string })[]) {
  const asked: Asked[] = [];
  for (const [at, { text = `Question ${at}`, ...review }] of questions.entries()) {
    const expiresInSeconds = 600 + at;
    const message = await inbox.send({ text, review: { expiresInSeconds, ...review } as never });
    asked.push(message as Asked);
  }
  return { asked, state: withPending(begin(inbox.now()), { pending: asked }) };
}

/** Presses keys one after another: the state after the last, and what all of them had done. */
export function pressAll(state: State, ...keys: string[]) {
  const effects: Effect[] = [];
  let now = state;
  for (const key of keys) {
    const pressed = press(now, key);
    now = pressed.state;
    if (pressed.effect) effects.push(pressed.effect);
  }
  return { state: now, effects };
}

export const sentBy = (effects: Effect[]) =>
  effects.map((effect) => (effect.do === 'send' ? effect.response : effect.do));
