/** `--permission-prompt-tool` of Claude Code: https://code.claude.com/docs/en/cli-reference. It asks as its hook does. */
import type { JsonObject } from '../../core/json.ts';
import { objectOf } from '../hook.ts';
import type { Prompt } from '../prompt.ts';
import { permissionRequest } from './hook.ts';

export const claudePrompt: Prompt = {
  ask({ tool, input, callId }) {
    const call = permissionRequest({ tool_name: tool, tool_input: input }, undefined);
    if (call.does !== 'ask') return call;
    const { question } = call;
    return {
      does: 'ask',
      question: {
        ...question,
        source: { ...question.source, callId },
        answer: (answered) => returned(question.answer(answered), input),
      },
    };
  },
  denied: (message) => ({ behavior: 'deny', message }),
};

/** The tool returns the decision alone, and an allow always with its input. */
function returned(answer: JsonObject, input: JsonObject): JsonObject {
  const decision = objectOf(objectOf(answer, 'hookSpecificOutput') ?? {}, 'decision') ?? {};
  return decision.behavior === 'allow' ? { updatedInput: input, ...decision } : decision;
}
