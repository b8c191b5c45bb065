import type { JsonObject } from '../../core/json.ts';
import type { Named } from './kind-view.ts';

/** Returns each value of an answer in words, with its label. */
export const namedValues = (response: JsonObject, labelOf = (name: string) => name): Named[] =>
  Object.entries(response).map(([name, value]) => [
    labelOf(name),
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
