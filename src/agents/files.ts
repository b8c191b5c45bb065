/** How each client is connected. */
import { claude } from './claude/files.ts';
import type { ClientName } from './clients.ts';
import type { ClientFiles } from './file.ts';
import { opencode } from './opencode/files.ts';

export const clientFiles: Record<ClientName, ClientFiles> = { claude, opencode };
