/** The hooks of Gemini CLI: https://geminicli.com/docs/hooks/reference. Tried with 0.61.0. */
import type { JsonObject } from '../../core/json.ts';
import {
  askForUse,
  type HookCall,
  notUnderstood,
  objectOf,
  sessionEnded,
  textOf,
} from '../hook.ts';

export function gemini(input: JsonObject): HookCall {
  const event = textOf(input, 'hook_event_name');
  const session = textOf(input, 'session_id');
  if (event === undefined) return notUnderstood('hook_event_name is missing');
  if (session === undefined) return notUnderstood(`${event} without a session_id`);
  if (event === 'SessionEnd') return sessionEnded(session);
  if (event !== 'BeforeTool') return notUnderstood(`event ${event}`);
  // To ask a person whether a person may be asked would be one question too many.
  if (objectOf(input, 'mcp_context')?.server_name === 'inbox') {
    return { does: 'answer', answer: { decision: 'allow' } };
  }
  const use = {
    tool: textOf(input, 'tool_name'),
    input: objectOf(input, 'tool_input'),
    source: { session, cwd: textOf(input, 'cwd') },
  };
  return askForUse(event, use, {
    editable: true,
    allow: (edited) => ({
      decision: 'allow',
      ...(edited === undefined ? {} : { hookSpecificOutput: { tool_input: edited } }),
    }),
    deny: (reason) => ({ decision: 'deny', reason }),
  });
}
