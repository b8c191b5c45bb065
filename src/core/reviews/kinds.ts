/** The five kinds of review, and what stands for a kind that a plugin brings. */
import type { z } from 'zod';
import type { JsonObject } from '../json.ts';
import { approval } from './kinds/approval/schema.ts';
import { form } from './kinds/form/schema.ts';
import { freeform } from './kinds/freeform/schema.ts';
import type { Kind } from './kinds/kind.ts';
import { isBuiltIn, type kindNames } from './kinds/names.ts';
import { plugin } from './kinds/plugin/schema.ts';
import { selection } from './kinds/selection/schema.ts';
import { textInput } from './kinds/text-input/schema.ts';

const kinds: Record<(typeof kindNames)[number], Kind> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
};

/** What the kind makes of a payload: every alias and shorthand read, every default in its place. */
export function parsePayload(type: string, payload: JsonObject): z.ZodSafeParseResult<JsonObject> {
  return kindOf(type).payload.safeParse(payload);
}

/** The schema of an answer to a normalised payload. */
export function answerSchema(type: string, payload: JsonObject): z.ZodType<JsonObject> {
  return kindOf(type).answer(payload);
}

function kindOf(type: string): Kind {
  return isBuiltIn(type) ? kinds[type] : plugin;
}
