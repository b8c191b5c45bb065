/** The words of each kind of review, from which the list of kinds follows; a plugin's are generic. */
import { approval } from '../../../kinds/approval/words.ts';
import { diffReview } from '../../../kinds/diff-review/words.ts';
import { form } from '../../../kinds/form/words.ts';
import { freeform } from '../../../kinds/freeform/words.ts';
import { permission } from '../../../kinds/permission/words.ts';
import { plugin } from '../../../kinds/plugin/words.ts';
import { questions } from '../../../kinds/questions/words.ts';
import { rating } from '../../../kinds/rating/words.ts';
import { selection } from '../../../kinds/selection/words.ts';
import { textInput } from '../../../kinds/text-input/words.ts';
import type { KindWords } from './kind-words.ts';

const builtIn = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  permission,
  questions,
};
/** The plugins of every inbox. One of the same name in the data directory replaces it. */
const bundled = {
  rating,
  'diff-review': diffReview,
};
const kinds = { ...builtIn, ...bundled };

/** The `type` of a question on the wire. */
export type KindName = keyof typeof kinds;

export const isBuiltIn = (type: string): type is keyof typeof builtIn =>
  Object.hasOwn(builtIn, type);
export const isKind = (type: string): type is KindName => Object.hasOwn(kinds, type);

export const builtInNames = Object.keys(builtIn).filter(isBuiltIn);
export const kindNames = Object.keys(kinds).filter(isKind);

export const wordsOf = (type: string): KindWords => (isKind(type) ? kinds[type] : plugin);

/** Returns a type of review as a word: `approval` is `Approval`, `diff-review` is `Diff review`. */
export const kindWord = (type: string): string =>
  wordsOf(type).word ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');
