import type { z } from 'zod';
import { builtInNames } from '../../core/reviews/kinds/words.ts';
import { kinds } from '../../core/reviews/kinds.ts';
import type { Schemas } from './schemas.ts';

/** Documents which payload belongs to which type, for a review that is asked. */
export function payloadRules(schemas: Schemas): void {
  const rules = builtInNames.map((type) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { payload: schemas.request(payloads[type]) } },
  }));
  schemas.amend('AskReview', { allOf: rules });
}

/** The schemas by type, found by name: `text-input` has a `TextInputPayload`. */
const payloads = Object.fromEntries(
  builtInNames.map((type) => [
    type,
    kinds[type].payload.meta({ id: `${pascalCase(type)}Payload` }),
  ]),
) as Record<(typeof builtInNames)[number], z.ZodType>;

function pascalCase(type: string): string {
  return type.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());
}
