import { z } from 'zod';
import { passIssues } from '../../issues.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { putNewest } from '../../newest.ts';
import { optional } from '../../optional.ts';

/** The questions of a kind of review, and the answers that it accepts: the `schema.ts` of its folder. */
export type Kind = {
  /** Validates a payload as received and normalises it; unknown keys are kept. */
  payload: z.ZodType<JsonObject>;
  /** The schema of an answer to a payload that `payload` has normalised. */
  answer(payload: JsonObject): z.ZodType<JsonObject>;
  /** The schema of the answer that a question may give itself, if not every answer will do. */
  default?(payload: JsonObject): z.ZodType<JsonObject>;
  /** The fields of a payload that we keep without reading their numbers: they may have any number of digits. */
  keepsDigits?: 'all' | readonly string[];
};

/** Ties the two schemas of a kind together, so that `answer` knows the payload's fields. */
export function defineKind<P extends JsonObject>(kind: {
  payload: z.ZodType<P>;
  answer(payload: P): z.ZodType<JsonObject>;
  default?(payload: P): z.ZodType<JsonObject>;
  keepsDigits?: Kind['keepsDigits'];
}): Kind {
  return kind as unknown as Kind;
}

/** The most schemas that are kept; one with 20 long ids has a key of 4 KB. */
const KEPT = 100;

/**
 * Builds a schema once for all payloads of which `keyOf` returns the same: agents ask the same choices again and
 * again, and building a schema takes several times as long as a check by it.
 */
export function builtOnce<P, S>(keyOf: (payload: P) => string, build: (payload: P) => S) {
  const built = new Map<string, S>();
  return (payload: P): S => {
    const key = keyOf(payload);
    const schema = built.get(key) ?? build(payload);
    putNewest(built, key, schema, KEPT);
    return schema;
  };
}

/** The texts that every payload may have. */
export const heading = {
  title: optional(z.string().max(500)),
  description: optional(z.string()),
};

/** The labels of the two buttons under a question; the second exists only with a label. */
export const buttons = {
  submitLabel: optional(z.string().max(100)),
  dismissLabel: optional(z.string().max(100)),
};

export const Dismissed = z.strictObject({ _dismissed: z.literal(true) });

/** Accepts `{ _dismissed: true }` besides `answer` if the payload has a dismissLabel. */
export function dismissable(
  payload: { dismissLabel?: string | undefined },
  answer: z.ZodType<JsonObject>,
): z.ZodType<JsonObject> {
  return chosenBy((response) => {
    if (!isJsonObject(response) || !Object.hasOwn(response, '_dismissed')) return answer;
    return payload.dismissLabel === undefined ? CannotDismiss : Dismissed;
  });
}

const CannotDismiss = z.object({
  _dismissed: z.undefined('This review has no dismissLabel, so it cannot be dismissed'),
});

/** A schema chosen by the value: unlike with a union, errors are reported at their own path. */
export function chosenBy<T>(pick: (value: unknown) => z.ZodType<T>): z.ZodType<T> {
  return z
    .unknown()
    .optional()
    .transform((value, context) => {
      const parsed = pick(value).safeParse(value);
      if (parsed.success) return parsed.data;
      passIssues(context, parsed.error);
      return z.NEVER;
    }) as unknown as z.ZodType<T>;
}

/** Reports at its path that a list has a duplicate. */
export function distinct<T>(list: T[], key: (item: T) => string, name: string) {
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const value = key(item);
    const twice = seen.has(value);
    seen.add(value);
    const message = `Duplicate ${name} "${value}"`;
    return twice ? [{ code: 'custom' as const, path: [index, name], message }] : [];
  });
}

/** A list whose items differ in `name`. One that is too long is refused before its items are read. */
export function listOf<T extends JsonObject>(
  item: z.ZodType<T>,
  name: string,
  { min = 0, max }: { min?: number; max: number },
) {
  const items = z
    .array(item)
    .min(min)
    .max(max)
    .superRefine((list, context) => {
      for (const issue of distinct(list, (one) => String(one[name]), name)) context.addIssue(issue);
    });
  return readIf(
    (list) => !Array.isArray(list) || list.length <= max,
    items,
    (context, input) =>
      context.addIssue({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input }),
  );
}

/** At least one of the ids, each once, and not more than `most`. */
export function chosenFrom(ids: string[], most: number): z.ZodType<string[]> {
  const chosen = z
    .array(oneOf(ids))
    .min(1)
    .superRefine((selected, context) => {
      for (const { path, ...issue } of distinct(selected, String, 'id')) {
        context.addIssue({ ...issue, path: path.slice(0, 1) });
      }
    });
  return readIf(
    (given) => !Array.isArray(given) || given.length <= most,
    chosen,
    (context, input) =>
      context.addIssue({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input }),
  );
}

/** Parses a value by `schema` unless it is refused beforehand. */
export function readIf<S extends z.ZodType>(
  isTaken: (value: unknown) => boolean,
  schema: S,
  refuse: (context: z.core.$RefinementCtx, value: unknown) => void,
) {
  const looked = (value: unknown, context: z.core.$RefinementCtx) => {
    if (!isTaken(value)) refuse(context, value);
    return value;
  };
  return z.preprocess(looked, schema) as unknown as S;
}

/** `"ship"` is short for `{ id: "ship", label: "ship" }` (OpenClaw). */
export function orString<T extends JsonObject>(name: 'id' | 'value', option: z.ZodType<T>) {
  const short = z
    .string()
    .min(1)
    .max(200)
    .transform((text) => ({ [name]: text, label: text }));
  return z.union([short, option]) as unknown as z.ZodType<T>;
}

/** One of a list of texts; zod's own would compile all of them into an expression for each answer. */
export const oneOf = (values: string[]): z.ZodType<string> => {
  const known = new Set(values);
  return z.unknown().superRefine((value, context) => {
    if (typeof value === 'string' && known.has(value)) return;
    const message = `Invalid option: expected one of ${inShort(values)}`;
    context.addIssue({ code: 'invalid_value', values: [], input: value, message });
  }) as unknown as z.ZodType<string>;
};

const NAMED = 20;

function inShort(values: string[]): string {
  const named = values.slice(0, NAMED).map((value) => `"${value}"`);
  const more = values.length > NAMED ? ` and ${values.length - NAMED} others` : '';
  return named.join('|') + more;
}

/** Every object has a `constructor` and a `toString`: a part of that name would appear answered. */
export const withoutPrototype = (answers: unknown) =>
  isJsonObject(answers) ? Object.setPrototypeOf({ ...answers }, null) : answers;

/** A text that a person writes, with messages that they read next to it. */
export const textOf = (minLength: number, maxLength: number) =>
  z
    .string()
    .min(minLength, minLength === 1 ? 'Required' : `At least ${minLength} characters`)
    .max(maxLength, `At most ${maxLength} characters`);
