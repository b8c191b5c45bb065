import type { JsonObject } from '../../../core/json.ts';
import { loadPatterns } from '../../../core/json-schema/patterns.ts';
import { asksPattern, leftToAgent } from '../../../core/json-schema.ts';
import { note } from '../../output.ts';
import type { KindPrompts } from '../kind-prompts.ts';
import { jsonEditor, plugin } from '../plugin/prompts.ts';

export const freeform: KindPrompts = {
  async answer(ask, review, writing) {
    await prepare(review.payload, writing.show);
    return plugin.answer(ask, review, writing);
  },
  editor: { ...jsonEditor, prepare },
};

/** Loads the schema check that the server will apply, and says what only the agent can check. */
async function prepare({ schema }: JsonObject, show: (sentence: string) => unknown = note) {
  if (asksPattern(schema)) await loadPatterns();
  const left = leftToAgent(schema);
  if (left !== undefined) show(left);
}
