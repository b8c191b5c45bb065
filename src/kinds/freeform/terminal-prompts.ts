import type { KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import { plugin } from '../plugin/terminal-prompts.ts';

export const freeform: KindPrompts = plugin;
