/**
 * The hook of Codex: https://developers.openai.com/codex/hooks. Tried with 0.171.0. It can allow and deny: an input that is
 * edited, and rules for later, are reserved, and make it refuse.
 */
import type { JsonObject } from '../../core/json.ts';
import {
  askForUse,
  type HookCall,
  notUnderstood,
  objectOf,
  sessionEnded,
  textOf,
} from '../hook.ts';

export function codex(input: JsonObject): HookCall {
  const event = textOf(input, 'hook_event_name');
  const session = textOf(input, 'session_id');
  if (event === undefined) return notUnderstood('hook_event_name is missing');
  if (session === undefined) return notUnderstood(`${event} without a session_id`);
  if (event === 'SessionEnd') return sessionEnded(session);
  if (event !== 'PermissionRequest') return notUnderstood(`event ${event}`);
  const use = {
    tool: textOf(input, 'tool_name'),
    input: objectOf(input, 'tool_input'),
    source: { session, cwd: textOf(input, 'cwd') },
  };
  return askForUse(event, use, {
    allow: () => decided({ behavior: 'allow' }),
    deny: (message) => decided({ behavior: 'deny', message }),
  });
}

const decided = (decision: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
});
