import type { z } from 'zod';
import type { Issue } from './errors.ts';

/** Nobody reads more, and an answer is no larger than what it answers. */
export const MOST_ISSUES = 200;

/**
 * What a schema found, one item a violation, the first 200: each unknown key stands for itself,
 * of a key what is wrong with it, and of a choice the last alternative speaks, which is the widest.
 */
export const toIssues = (issues: Found, at: PropertyKey[] = []): Issue[] =>
  violations(issues, at).take(MOST_ISSUES).toArray();

type Found = readonly z.core.$ZodIssue[];

function* violations(issues: Found, at: PropertyKey[]): Generator<Issue> {
  for (const issue of issues) {
    const path = [...at, ...issue.path];
    const widest = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined;
    if (widest) yield* violations(widest, path);
    else if (issue.code === 'invalid_key') yield* violations(issue.issues, path);
    else if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        yield toIssue(issue.code, `Unrecognized key: "${key}"`, [...path, key]);
      }
    } else yield toIssue(issue.code, issue.message, path);
  }
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
