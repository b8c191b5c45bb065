import type { KindView } from '../kind-view.ts';
import { plugin } from '../plugin/view.ts';

export const freeform: KindView = plugin;
