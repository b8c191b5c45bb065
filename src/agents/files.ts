/** How each client is connected. */
import { claude } from './claude/files.ts';
import type { ClientName } from './clients.ts';
import { codex } from './codex/files.ts';
import { copilot } from './copilot/files.ts';
import type { ClientFiles } from './file.ts';
import { gemini } from './gemini/files.ts';
import { opencode } from './opencode/files.ts';

export const clientFiles: Record<ClientName, ClientFiles> = {
  claude,
  codex,
  copilot,
  gemini,
  opencode,
};
