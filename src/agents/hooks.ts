/** The translator of each client's hooks. */
import { claude } from './claude/hook.ts';
import type { ClientName } from './clients.ts';
import type { HookTranslator } from './hook.ts';
import { opencode } from './opencode/hook.ts';

export const hooks: Record<ClientName, HookTranslator> = { claude, opencode };
