import type { KindView } from '../../cli/kinds/kind-view.ts';
import { plugin } from '../plugin/terminal-view.ts';

export const freeform: KindView = plugin;
