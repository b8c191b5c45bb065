/** The triage view without a terminal: real questions in, states and lines out. */

import { withPending } from '../../../src/cli/triage/apply-event.ts';
import { handleKey } from '../../../src/cli/triage/handle-key.ts';
import { view } from '../../../src/cli/triage/render.ts';
import type { Effect } from '../../../src/cli/triage/state.ts';
import { type Asked, begin, type Given, type State } from '../../../src/cli/triage/state.ts';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { TestInbox } from '../inbox/inbox.ts';

type Question = {
  type: string;
  payload?: object;
  default?: JsonObject;
  expiresInSeconds?: number;
};

/** A view of the questions, in the order in which they expire. */
export async function desk(
  inbox: TestInbox,
  ...questions: (Question & { text?: string; metadata?: JsonObject })[]
) {
  const asked: Asked[] = [];
  for (const [at, { text = `Question ${at}`, metadata, ...review }] of questions.entries()) {
    const expiresInSeconds = 600 + at;
    const message = await inbox.send({
      text,
      metadata,
      review: { expiresInSeconds, ...review } as never,
    });
    asked.push(message as Asked);
  }
  const known: State = { ...begin(inbox.now()), hasLooked: true, link: 'live' };
  return { asked, state: drawn(withPending(known, { pending: asked })) };
}

/** A channel, of which the view reads no more. */
export const channelNamed = (id: string, name: string): Agent =>
  ({ id, name, status: null }) as Agent;

/** Draws the state as on a screen: a key works for nothing else. */
export const drawn = (state: State, size = { columns: 80, rows: 24 }): State => ({
  ...state,
  drawn: view(state, size).drawn,
});

/** Longer than any rule about presses looks back, but for a dangerous choice, which stays armed. */
const DELIBERATE_MS = 1200;

/** Presses keys one after another, deliberately: the state after the last, and what they had done. */
export const pressAll = (state: State, ...keys: string[]) =>
  pressAt(
    state,
    ...keys.map((key, at): [number, string] => [state.now + (at + 1) * DELIBERATE_MS, key]),
  );

/** Presses keys at given times. */
export function pressAt(state: State, ...strokes: [at: number, key: string][]) {
  const effects: Effect[] = [];
  let now = state;
  for (const [at, key] of strokes) {
    const pressed = handleKey({ ...now, now: at }, { key, at, action: 'press' });
    now = drawn(pressed.state);
    if (pressed.effect) effects.push(pressed.effect);
  }
  return { state: now, effects };
}

/** The answers that were given and not undone, and the other effects of the keys. */
export const doneBy = ({ state, effects }: { state: State; effects: Effect[] }) => [
  ...state.held.map((given: Given) => given.response),
  ...effects.map((effect) => effect.do),
];
