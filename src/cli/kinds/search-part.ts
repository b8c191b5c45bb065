import { withKeys } from '../triage/option-keys.ts';
import type { Part } from './kind-view.ts';

/** A list can be searched if some of its items have no key. The search represents those not shown. */
export const searchPart = (count: number, shown: number): Part[] =>
  count > withKeys(count)
    ? [{ key: '↵', text: `search all ${count}`, keys: [], count: count - shown }]
    : [];
