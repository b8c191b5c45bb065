import type { z } from 'zod';
import type { Issue } from './errors.ts';

/** More would not be read, and a response should not exceed its request. */
export const MOST_ISSUES = 200;

/**
 * Flattens zod issues, up to 200: one per unknown key, the key's own issues for a bad key, and for
 * a failed union the last (widest) branch.
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

/** Re-reports issues from a nested schema under path `at`. */
export function passIssues(
  context: { issues: z.core.$ZodRawIssue[] },
  found: z.ZodError | undefined,
  at: PropertyKey[] = [],
): void {
  for (const issue of found?.issues ?? []) {
    context.issues.push({ ...issue, path: [...at, ...issue.path], input: undefined } as never);
  }
}
