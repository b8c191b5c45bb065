/** Tests that need a tool of the machine. */
import { test } from 'bun:test';
import { findTool, type ToolName } from '../../../scripts/tools.ts';

const needing =
  (run: typeof test | typeof test.concurrent) =>
  (...tools: ToolName[]) =>
  (promise: string, body: () => Promise<void>, timeoutMs?: number) => {
    const missing = tools.filter((tool) => findTool(tool) === null);
    return missing.length === 0
      ? run(promise, body, timeoutMs)
      : test.skip(`${promise} (NOT TESTED HERE: ${missing.join(', ')} missing)`, body);
  };

/** `test` where all of the tools are; else the test is skipped, and its name says why. */
export const needs = needing(test);
/** For tests that wait more than they work: they run side by side. */
export const needsConcurrently = needing(test.concurrent);
