/** The clients with such a tool. */
import { claudePrompt } from './claude/prompt.ts';
import type { ClientName } from './clients.ts';
import type { Prompt } from './prompt.ts';

export const prompts: Partial<Record<ClientName, Prompt>> = { claude: claudePrompt };
