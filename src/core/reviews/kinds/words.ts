/** The words of each kind of review; a plugin's are generic. */
import { approval } from '../../../kinds/approval/words.ts';
import { diffReview } from '../../../kinds/diff-review/words.ts';
import { form } from '../../../kinds/form/words.ts';
import { freeform } from '../../../kinds/freeform/words.ts';
import { plugin } from '../../../kinds/plugin/words.ts';
import { rating } from '../../../kinds/rating/words.ts';
import { selection } from '../../../kinds/selection/words.ts';
import { textInput } from '../../../kinds/text-input/words.ts';
import type { KindWords } from './kind-words.ts';
import { isKind, type KindName } from './names.ts';

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
