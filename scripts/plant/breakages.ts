/** Small breakages of the sources, each with the test that must notice it. */
import { access } from './access.ts';
import type { Breakage } from './breakage.ts';
import { dashboard } from './dashboard.ts';
import { lasting } from './durability.ts';
import { edges } from './edges.ts';
import { lists } from './lists.ts';
import { log } from './log.ts';
import { messages } from './messages.ts';
import { reach } from './reach.ts';
import { replica } from './replica.ts';
import { reviews } from './reviews.ts';
import { webhooks } from './webhooks.ts';

export const breakages: Breakage[] = [
  ...[access, lasting, log, reviews, messages, webhooks, edges, dashboard].flat(),
  ...[replica, lists, reach].flat(),
];
