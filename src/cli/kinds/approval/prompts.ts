import type { JsonObject } from '../../../core/json.ts';
import { approvingOption, isHarmful } from '../../../core/reviews/kinds/approval/options.ts';
import type { ApprovalPayload } from '../../../core/reviews/kinds/approval/schema.ts';
import type { Choice } from '../../asking/choice-field.ts';
import type { AnswerPrompts } from '../../asking/prompts.ts';
import { commentBy } from '../comment-prompt.ts';
import type { KindPrompts } from '../kind-prompts.ts';
import { numberKey } from '../number-key.ts';

export const approval: KindPrompts = {
  answer: (ask, { payload }) => approve(ask, payload as ApprovalPayload),
};

async function approve(ask: AnswerPrompts, payload: ApprovalPayload): Promise<JsonObject> {
  const { options, allowComment } = payload;
  const approving = approvingOption(options);
  const choices = options.map((option, at) => ({
    ...{ value: option.id, label: isHarmful(option) ? `! ${option.label}` : option.label },
    ...{ key: numberKey(at), style: option === approving ? 'green' : undefined },
    ...(option.style === 'danger' ? { style: 'red', hint: 'needs confirmation' } : {}),
  })) as Choice[];
  const selectedOption = await ask.one('Your decision', choices);
  const chosen = options.find(({ id }) => id === selectedOption);
  if (chosen?.style === 'danger' && !(await ask.yesNo(`Really ${chosen.label}?`, false))) {
    return approve(ask, payload);
  }
  return allowComment ? { selectedOption, ...(await commentBy(ask)) } : { selectedOption };
}
