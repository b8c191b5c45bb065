/**
 * The hook of Copilot CLI: https://docs.github.com/copilot/reference/hooks-reference. Tried with 1.0.102, which takes its
 * answer bare, and has no word for an edited input or a rule.
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

export function copilot(input: JsonObject): HookCall {
  const event = textOf(input, 'hookName');
  const session = textOf(input, 'sessionId');
  if (event === undefined) return notUnderstood('hookName is missing');
  if (session === undefined) return notUnderstood(`${event} without a sessionId`);
  // Its first letter has been small and large.
  const name = event.toLowerCase();
  if (name === 'sessionend') return sessionEnded(session);
  if (name !== 'permissionrequest') return notUnderstood(`event ${event}`);
  const tool = textOf(input, 'toolName');
  // To ask a person whether a person may be asked would be one question too many.
  if (tool?.startsWith('inbox/')) return { does: 'answer', answer: { behavior: 'allow' } };
  const use = {
    tool,
    input: objectOf(input, 'toolInput'),
    source: { session, cwd: textOf(input, 'cwd') },
  };
  return askForUse(event, use, {
    canStop: true,
    allow: () => ({ behavior: 'allow' }),
    deny: (message, stops) => ({
      behavior: 'deny',
      message,
      ...(stops ? { interrupt: true } : {}),
    }),
  });
}
