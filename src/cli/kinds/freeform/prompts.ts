import type { KindPrompts } from '../kind-prompts.ts';
import { plugin } from '../plugin/prompts.ts';

export const freeform: KindPrompts = plugin;
