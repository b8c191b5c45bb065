/** The words of each kind of review; a plugin's are generic. */
import { approval } from './approval/words.ts';
import { diffReview } from './diff-review/words.ts';
import { form } from './form/words.ts';
import { freeform } from './freeform/words.ts';
import type { KindWords } from './kind-words.ts';
import { isKind, type KindName } from './names.ts';
import { plugin } from './plugin/words.ts';
import { rating } from './rating/words.ts';
import { selection } from './selection/words.ts';
import { textInput } from './text-input/words.ts';

const kinds: Record<KindName, KindWords> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  rating,
  'diff-review': diffReview,
};

export const wordsOf = (type: string): KindWords => (isKind(type) ? kinds[type] : plugin);

/** Returns a type of review as a word: `approval` is `Approval`, `diff-review` is `Diff review`. */
export const kindWord = (type: string): string =>
  wordsOf(type).word ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');
