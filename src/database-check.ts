/** Checks the pages of the database once a day, in a process that gives way to everything else. */
import { z } from 'zod';
import { type Chore, giveWay, startChore } from './chores.ts';
import { claimCheck, noteCheck } from './core/about/damage.ts';
import type { Inbox } from './core/inbox.ts';

const LOOK_MS = 60 * 60 * 1000;

/**
 * Checks now, if it is due, and then every day until `stop`.
 * @param command starts this program
 */
export const startChecks = (inbox: Inbox, command: string[]): Chore =>
  startChore(
    LOOK_MS,
    ({ signal }) => check(inbox, command, signal),
    (err) => inbox.log.error({ err }, 'a check of the database failed'),
  );

const Found = z.object({ fault: z.string().nullable() });

async function check(inbox: Inbox, command: string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted || !(await claimCheck(inbox))) return;
  const args = ['doctor', '--pages', '--json', '--data', inbox.data];
  const child = Bun.spawn([...command, ...args], { stdin: 'ignore', stderr: 'ignore', signal });
  giveWay(child.pid);
  const [text] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  if (signal.aborted) return;
  await noteCheck(inbox, Found.parse(JSON.parse(text)).fault);
}
