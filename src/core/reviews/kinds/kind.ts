import { z } from 'zod';
import { passIssues } from '../../issues.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';

/** What a kind of review asks, and what it takes for an answer. */
export type Kind = {
  /** Validates a payload as it was sent and normalises it; unknown keys are kept. */
  payload: z.ZodType<JsonObject>;
  /** The schema of an answer to a payload that `payload` has normalised. */
  answer(payload: JsonObject): z.ZodType<JsonObject>;
};

/** Ties the two schemas of a kind together, so that `answer` knows the payload's fields. */
export function defineKind<P extends JsonObject>(kind: {
  payload: z.ZodType<P>;
  answer(payload: P): z.ZodType<JsonObject>;
}): Kind {
  return kind as unknown as Kind;
}

/** What every payload may carry for its reader. */
export const heading = {
  title: z.string().max(500).optional(),
  description: z.string().optional(),
};

/** The labels of the two buttons under a question; the second one only where it has a label. */
export const buttons = {
  submitLabel: z.string().max(100).optional(),
  dismissLabel: z.string().max(100).optional(),
};

export const Dismissed = z.strictObject({ _dismissed: z.literal(true) });

/** Takes `{ _dismissed: true }` besides `answer` where the payload has a dismissLabel. */
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
  _dismissed: z.undefined('This review cannot be dismissed: it has no dismissLabel'),
});

/** A schema picked by the value: unlike in a union, what is wrong is told at its own path. */
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

/** Says at its path that a list names something twice. */
export function distinct<T>(list: T[], key: (item: T) => string, name: string) {
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const value = key(item);
    const twice = seen.has(value);
    seen.add(value);
    const message = `Each ${name} may stand once: "${value}" stands again`;
    return twice ? [{ code: 'custom' as const, path: [index, name], message }] : [];
  });
}

/** A list whose items differ in `name`. */
export function listOf<T extends JsonObject>(
  item: z.ZodType<T>,
  name: string,
  { min = 0, max }: { min?: number; max: number },
) {
  // Its length first: zod reads a list that is too long only where something else was asked before.
  const items = z.array(item).min(min).max(max);
  return items.superRefine((list, context) => {
    for (const issue of distinct(list, (one) => String(one[name]), name)) context.addIssue(issue);
  });
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

/** A text that a person writes, refused in words that they read beside it. */
export const textOf = (minLength: number, maxLength: number) =>
  z
    .string()
    .min(minLength, minLength === 1 ? 'Required' : `At least ${minLength} characters`)
    .max(maxLength, `At most ${maxLength} characters`);
