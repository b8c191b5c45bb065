import { withKeys } from '../triage/option-keys.ts';
import type { Part } from './kind-view.ts';

/** A list is searched where some of it have no key. */
export const searchPart = (count: number): Part[] =>
  count > withKeys(count) ? [{ key: '↵', text: `search all ${count}`, keys: [] }] : [];
