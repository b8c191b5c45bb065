/** Tests that need a tool of the machine. */
import { test } from 'bun:test';
import { findTool, type ToolName } from '../../scripts/tools.ts';

/** `test` where the tool is; else the test is skipped, and its name says why. */
export const needs = (tool: ToolName) => (promise: string, body: () => Promise<void>) =>
  findTool(tool)
    ? test(promise, body)
    : test.skip(`${promise} (NOT TESTED HERE: ${tool} is missing)`, body);
