import { ApprovalPayload } from '../../core/reviews/kinds/approval/schema.ts';
import { FormPayload } from '../../core/reviews/kinds/form/schema.ts';
import { FreeformPayload } from '../../core/reviews/kinds/freeform/schema.ts';
import { SelectionPayload } from '../../core/reviews/kinds/selection/schema.ts';
import { TextInputPayload } from '../../core/reviews/kinds/text-input/schema.ts';
import type { Schemas } from './schemas.ts';

const payloads = {
  approval: ApprovalPayload.meta({ id: 'ApprovalPayload' }),
  selection: SelectionPayload.meta({ id: 'SelectionPayload' }),
  form: FormPayload.meta({ id: 'FormPayload' }),
  'text-input': TextInputPayload.meta({ id: 'TextInputPayload' }),
  freeform: FreeformPayload.meta({ id: 'FreeformPayload' }),
};

/** Says of a review that is asked which payload goes with which type. */
export function payloadRules(schemas: Schemas): void {
  const rules = Object.entries(payloads).map(([type, payload]) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { payload: schemas.request(payload) } },
  }));
  schemas.amend('AskReview', { allOf: rules });
}
