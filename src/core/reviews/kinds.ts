/** The schemas of each kind of review, and the generic ones of plugins. */
import type { z } from 'zod';
import { approval } from '../../kinds/approval/schema.ts';
import { diffReview } from '../../kinds/diff-review/schema.ts';
import { form } from '../../kinds/form/schema.ts';
import { freeform } from '../../kinds/freeform/schema.ts';
import { permission } from '../../kinds/permission/schema.ts';
import { kindOfPlugin, plugin } from '../../kinds/plugin/schema.ts';
import { questions } from '../../kinds/questions/schema.ts';
import { rating } from '../../kinds/rating/schema.ts';
import { selection } from '../../kinds/selection/schema.ts';
import { textInput } from '../../kinds/text-input/schema.ts';
import { isJsonObject } from '../json.ts';
import { JsonObject, refuseLong } from '../json-checks.ts';
import type { Plugin } from '../plugins/schema.ts';
import type { Kind } from './kinds/kind.ts';
import { isKind, type KindName, kindNames } from './kinds/words.ts';

export const kinds: Record<KindName, Kind & { manifest?: Plugin }> = {
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

/** The plugins of every inbox. One of the same name in the data directory replaces it. */
export const bundledPlugins: Plugin[] = kindNames.flatMap((name) => kinds[name].manifest ?? []);

/** Parses a payload: resolves every alias and shorthand, and fills in every default. */
export function parsePayload(type: string, payload: JsonObject): z.ZodSafeParseResult<JsonObject> {
  const { payload: schema, keepsDigits = [] } = kindOf(type);
  if (keepsDigits === 'all') return schema.safeParse(payload);
  const short = ShortNumbers.safeParse(
    isJsonObject(payload) ? without(payload, keepsDigits) : payload,
  );
  return short.success ? schema.safeParse(payload) : short;
}

const without = (payload: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)));

/** Parses the payload of a question for an installed plugin, and completes it. */
export const parseForPlugin = (installed: Plugin, payload: JsonObject) =>
  kindOfPlugin(installed).payload.safeParse(payload);

/** Returns the schema of an answer to a normalised payload. */
export function answerSchema(type: string, payload: JsonObject): z.ZodType<JsonObject> {
  return kindOf(type).answer(payload);
}

/** Returns the schema of the answer that such a question may give itself. */
export function defaultSchema(type: string, payload: JsonObject): z.ZodType<JsonObject> {
  const { answer, default: own = answer } = kindOf(type);
  return own(payload);
}

const ShortNumbers = JsonObject.superRefine(refuseLong);

const kindOf = (type: string): Kind => (isKind(type) ? kinds[type] : plugin);
