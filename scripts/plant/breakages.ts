/** Small breakages of the sources, each with the test that must notice it. */
import { access } from './access.ts';
import { dashboard } from './dashboard.ts';
import { edges } from './edges.ts';
import { lasting } from './lasting.ts';
import { log } from './log.ts';
import { messages } from './messages.ts';
import { replica } from './replica.ts';
import { reviews } from './reviews.ts';
import { webhooks } from './webhooks.ts';

export type Breakage = {
  /** What somebody would lose. */
  what: string;
  /** Under src/. */
  file: string;
  /** Stands there exactly once. */
  find: string;
  put: string;
  /** Under test/, without `.test.ts`. */
  test: string;
};

export const breakages: Breakage[] = [
  ...[access, lasting, log, reviews, messages, webhooks, edges, dashboard, replica].flat(),
];
