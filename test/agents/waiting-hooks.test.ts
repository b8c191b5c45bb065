/** The hooks of Codex 0.171.0, Copilot CLI 1.0.102 and Gemini CLI 0.61.0: bodies as they send them, and the answers that they take. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { codex } from '../../src/agents/codex/hook.ts';
import { copilot } from '../../src/agents/copilot/hook.ts';
import { gemini } from '../../src/agents/gemini/hook.ts';
import type { HookTranslator } from '../../src/agents/hook.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { checkAnswer } from '../../src/core/reviews/answers.ts';
import { parsePayload } from '../../src/core/reviews/kinds.ts';

const command = { command: 'touch ran', description: 'Make a file' };
const own = { session_id: 's1', cwd: '/home/ann/shop' };

const clients: Record<string, { translate: HookTranslator; body: JsonObject; ended: JsonObject }> =
  {
    codex: {
      translate: codex,
      body: {
        ...own,
        turn_id: 't1',
        transcript_path: '/home/ann/.codex/sessions/s1.jsonl',
        hook_event_name: 'PermissionRequest',
        model: 'gpt-5.4-codex',
        permission_mode: 'default',
        tool_name: 'Bash',
        tool_input: command,
      },
      ended: { ...own, hook_event_name: 'SessionEnd' },
    },
    copilot: {
      translate: copilot,
      body: {
        hookName: 'permissionRequest',
        sessionId: 's1',
        timestamp: 1_795_807_735_141,
        cwd: '/home/ann/shop',
        toolName: 'bash',
        toolInput: { command: 'touch ran' },
        permissionSuggestions: [],
      },
      ended: { hookName: 'SessionEnd', sessionId: 's1' },
    },
    gemini: {
      translate: gemini,
      body: {
        ...own,
        transcript_path: '/home/ann/.gemini/tmp/shop/chats/session-2026-11-27T19-30-2a00d9b6.jsonl',
        hook_event_name: 'BeforeTool',
        timestamp: '2026-11-27T19:30:17.759Z',
        tool_name: 'run_shell_command',
        tool_input: command,
      },
      ended: { ...own, hook_event_name: 'SessionEnd' },
    },
  };

/** The client's own JSON for an answer of Ann's. */
function answered({ translate, body }: (typeof clients)[string], response: JsonObject): JsonObject {
  const call = translate(body);
  if (call.does !== 'ask') throw new Error(JSON.stringify(call));
  const { type, payload: given, answer } = call.question;
  const parsed = parsePayload(type, given);
  if (!parsed.success) throw parsed.error;
  const checked = checkAnswer({ type, payload: parsed.data }, response);
  if (!('answer' in checked)) throw new Error(JSON.stringify(checked.issues));
  const respondedBy = { id: 'u1', name: 'Ann', via: 'dashboard', credential: null } as const;
  return answer({ payload: parsed.data, response: checked.answer, respondedBy });
}

const ofCodex = (decision: object) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
});
const allow = { decision: 'allow' };
const deny = { decision: 'deny', message: 'Use a branch' };

test.each<[client: string, response: JsonObject, answer: JsonObject]>([
  ['codex', allow, ofCodex({ behavior: 'allow' })],
  ['codex', deny, ofCodex({ behavior: 'deny', message: 'Use a branch' })],
  ['codex', { decision: 'deny' }, ofCodex({ behavior: 'deny', message: 'Denied by Ann.' })],
  ['copilot', allow, { behavior: 'allow' }],
  ['copilot', deny, { behavior: 'deny', message: 'Use a branch' }],
  ['copilot', { decision: 'deny' }, { behavior: 'deny', message: 'Denied by Ann.' }],
  [
    'copilot',
    { choice: 'deny-and-stop' },
    { behavior: 'deny', message: 'Denied by Ann.', interrupt: true },
  ],
  ['gemini', allow, { decision: 'allow' }],
  ['gemini', deny, { decision: 'deny', reason: 'Use a branch' }],
  ['gemini', { decision: 'deny' }, { decision: 'deny', reason: 'Denied by Ann.' }],
  [
    'gemini',
    { decision: 'allow', input: { command: 'ls' } },
    { decision: 'allow', hookSpecificOutput: { tool_input: { command: 'ls' } } },
  ],
])('answers %s for %o', (name, response, answer) => {
  const client = clients[name];
  if (!client) throw new Error(name);
  expect(answered(client, response)).toEqual(answer);
});

test('reads the name of the event of Copilot in any case', () => {
  const body = clients.copilot?.body ?? {};
  for (const hookName of ['PermissionRequest', 'permissionrequest', 'PERMISSIONREQUEST']) {
    expect(copilot({ ...body, hookName }).does).toBe('ask');
  }
});

test('asks about a change of a file of Copilot with its difference', () => {
  const input = {
    file_path: '/home/ann/shop/new.txt',
    diff: '\ndiff --git a/new.txt b/new.txt\ncreate file mode 100644\n--- a/dev/null\n+++ b/new.txt\n@@ -1,0 +1,1 @@\n+hello\n',
  };
  const call = copilot({ ...clients.copilot?.body, toolName: 'edit', toolInput: input });
  expect(call.does === 'ask' && call.question.payload).toMatchObject({ tool: 'edit', input });
});

test('lets Gemini call the tools of the inbox, which would ask for leave to ask', () => {
  const { body = {} } = clients.gemini ?? {};
  const called = (server_name: string) =>
    gemini({
      ...body,
      tool_name: `mcp_${server_name}_ask`,
      tool_input: { question: 'Deploy?' },
      mcp_context: { server_name, tool_name: 'ask', url: 'http://127.0.0.1:4600/mcp' },
    });
  expect(called('inbox')).toEqual({ does: 'answer', answer: { decision: 'allow' } });
  expect(called('inbox_2').does).toBe('ask');
});

test('lets Copilot call the tools of the inbox, which would ask for leave to ask', () => {
  const body = clients.copilot?.body ?? {};
  expect(copilot({ ...body, toolName: 'inbox/ask' })).toEqual({
    does: 'answer',
    answer: { behavior: 'allow' },
  });
  expect(copilot({ ...body, toolName: 'other/ask' }).does).toBe('ask');
});

test.each(['codex', 'copilot'])('offers no edit to %s, which cannot take it', (name) => {
  const client = clients[name];
  if (!client) throw new Error(name);
  expect(() => answered(client, { ...allow, input: { command: 'ls' } })).toThrow();
});

test.each(Object.entries(clients))('withdraws all of a session of %s at its end', (_, client) => {
  const { translate, body, ended } = client;
  const call = translate(body);
  expect(call.does === 'ask' && call.question.source).toMatchObject({
    session: 's1',
    cwd: '/home/ann/shop',
  });
  expect(translate(ended)).toMatchObject({ does: 'withdraw', session: 's1', which: 'all' });
});

test.each(Object.entries(clients))('has no opinion on what %s does not say', (_, client) => {
  const { translate, body } = client;
  for (const name of Object.keys(body)) {
    const { [name]: _left, ...others } = body;
    expect(['ask', 'not understood']).toContain(translate(others).does);
  }
  const json = fc.dictionary(fc.constantFrom(...Object.keys(body)), fc.jsonValue());
  fc.assert(
    fc.property(json, (odd) => {
      expect(['ask', 'not understood', 'withdraw']).toContain(translate(odd as JsonObject).does);
    }),
  );
});
