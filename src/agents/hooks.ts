/** The translator of each client's hooks. */
import { claude } from './claude/hook.ts';
import type { ClientName } from './clients.ts';
import { codex } from './codex/hook.ts';
import { copilot } from './copilot/hook.ts';
import { gemini } from './gemini/hook.ts';
import type { HookTranslator } from './hook.ts';
import { opencode } from './opencode/hook.ts';

export const hooks: Record<ClientName, HookTranslator> = {
  claude,
  codex,
  copilot,
  gemini,
  opencode,
};
