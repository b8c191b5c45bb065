/** Tests that need a tool of the machine. */
import { test } from 'bun:test';
import { findTool, type ToolName } from '../../../scripts/tools.ts';

/** `test` where all of the tools are; else the test is skipped, and its name says why. */
export const needs =
  (...tools: ToolName[]) =>
  (promise: string, body: () => Promise<void>, timeoutMs?: number) => {
    const missing = tools.filter((tool) => findTool(tool) === null);
    return missing.length === 0
      ? test(promise, body, timeoutMs)
      : test.skip(`${promise} (NOT TESTED HERE: ${missing.join(', ')} missing)`, body);
  };
