import type { z } from 'zod';
import type { Issue } from './errors.ts';

/** Nobody reads more, and an answer is no larger than what it answers. */
const MOST = 1000;

/**
 * What a schema found, one item a violation: each unknown key stands for itself, of a key what is
 * wrong with it, and of a choice the last alternative speaks, which is the widest.
 */
export function toIssues(issues: readonly z.core.$ZodIssue[], at: PropertyKey[] = []): Issue[] {
  return issues.slice(0, MOST).flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === 'invalid_union') {
      const widest = issue.errors.at(-1);
      if (widest) return toIssues(widest, path);
    }
    if (issue.code === 'invalid_key') return toIssues(issue.issues, path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        toIssue(issue.code, `Unrecognized key: "${key}"`, [...path, key]),
      );
    }
    return toIssue(issue.code, issue.message, path);
  });
}

const toIssue = (code: string, message: string, path: PropertyKey[]): Issue => ({
  code,
  message,
  path: path.map(String),
});

/** Hands issues that one schema found on to another that stands around it, at `at`. */
export function passIssues(
  context: { issues: z.core.$ZodRawIssue[] },
  found: z.ZodError | undefined,
  at: PropertyKey[] = [],
): void {
  for (const issue of found?.issues ?? []) {
    context.issues.push({ ...issue, path: [...at, ...issue.path], input: undefined } as never);
  }
}
