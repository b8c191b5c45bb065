/** How each client is connected. */
import { claude } from './claude/files.ts';
import type { ClientName } from './clients.ts';
import type { ClientFiles } from './file.ts';

export const clientFiles: Record<ClientName, ClientFiles | null> = { claude, opencode: null };
