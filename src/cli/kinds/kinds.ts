/** Each kind of review in a terminal. */
import { isKind, type KindName } from '../../core/reviews/kinds/words.ts';
import { approval } from '../../kinds/approval/terminal.ts';
import { diffReview } from '../../kinds/diff-review/terminal.ts';
import { form } from '../../kinds/form/terminal.ts';
import { freeform } from '../../kinds/freeform/terminal.ts';
import { permission } from '../../kinds/permission/terminal.ts';
import { plugin } from '../../kinds/plugin/terminal.ts';
import { questions } from '../../kinds/questions/terminal.ts';
import { rating } from '../../kinds/rating/terminal.ts';
import { selection } from '../../kinds/selection/terminal.ts';
import { textInput } from '../../kinds/text-input/terminal.ts';
import type { KindTerminal } from './kind.ts';

const kinds: Record<KindName, KindTerminal> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  permission,
  questions,
  rating,
  'diff-review': diffReview,
};

export const terminalOf = (type: string): KindTerminal => (isKind(type) ? kinds[type] : plugin);
