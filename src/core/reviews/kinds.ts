/** Each kind of review as schemas, and what stands for a kind that a plugin brings. */
import type { z } from 'zod';
import type { JsonObject } from '../json.ts';
import type { Plugin } from '../plugins/schema.ts';
import { approval } from './kinds/approval/schema.ts';
import { diffReview } from './kinds/diff-review/schema.ts';
import { form } from './kinds/form/schema.ts';
import { freeform } from './kinds/freeform/schema.ts';
import type { Kind } from './kinds/kind.ts';
import { isKind, type KindName, kindNames } from './kinds/names.ts';
import { plugin } from './kinds/plugin/schema.ts';
import { rating } from './kinds/rating/schema.ts';
import { selection } from './kinds/selection/schema.ts';
import { textInput } from './kinds/text-input/schema.ts';

export const kinds: Record<KindName, Kind & { manifest?: Plugin }> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  rating,
  'diff-review': diffReview,
};

/** The plugins that every inbox has. One of the same name in the data directory takes its place. */
export const bundledPlugins: Plugin[] = kindNames.flatMap((name) => kinds[name].manifest ?? []);

/** What the kind makes of a payload: every alias and shorthand read, every default in its place. */
export function parsePayload(type: string, payload: JsonObject): z.ZodSafeParseResult<JsonObject> {
  return kindOf(type).payload.safeParse(payload);
}

/** The schema of an answer to a normalised payload. */
export function answerSchema(type: string, payload: JsonObject): z.ZodType<JsonObject> {
  return kindOf(type).answer(payload);
}

const kindOf = (type: string): Kind => (isKind(type) ? kinds[type] : plugin);
