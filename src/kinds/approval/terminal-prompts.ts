import type { Choice } from '../../cli/asking/choice-field.ts';
import type { AnswerPrompts } from '../../cli/asking/prompts.ts';
import { commentBy } from '../../cli/kinds/comment-prompt.ts';
import type { KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import { numberKey } from '../../cli/kinds/number-key.ts';
import type { JsonObject } from '../../core/json.ts';
import { labelIn, textIn } from '../../core/reviews/kinds/labels.ts';
import { isHarmful, type Option } from './options.ts';
import type { ApprovalPayload } from './schema.ts';
import { colourOf } from './terminal-view.ts';

export const approval: KindPrompts = {
  answer: (ask, { payload }) => approve(ask, payload as ApprovalPayload),
};

async function approve(ask: AnswerPrompts, payload: ApprovalPayload): Promise<JsonObject> {
  const { options, allowComment } = payload;
  const labelOf = ({ id }: Option) => labelIn(options, 'id', id);
  const choices = options.map((option, at): Choice => {
    const isConfirmed = isHarmful(option, options);
    const hints = [isConfirmed ? 'needs confirmation' : '', textIn(option, 'description') ?? ''];
    return {
      value: option.id,
      label: isConfirmed ? `! ${labelOf(option)}` : labelOf(option),
      key: numberKey(at),
      style: colourOf(option, options),
      hint: hints.filter(Boolean).join(' · ') || undefined,
    };
  });
  const selectedOption = await ask.one('Your decision', choices);
  const harmful = options.find(
    (option) => option.id === selectedOption && isHarmful(option, options),
  );
  if (harmful && !(await ask.yesNo(`Really ${labelOf(harmful)}?`, false))) {
    return approve(ask, payload);
  }
  return allowComment ? { selectedOption, ...(await commentBy(ask)) } : { selectedOption };
}
