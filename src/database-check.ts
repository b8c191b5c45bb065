/** Checks the pages of the database once a day, in a process that gives way to everything else. */
import { setPriority } from 'node:os';
import { z } from 'zod';
import { claimCheck, noteCheck } from './core/about/damage.ts';
import type { Inbox } from './core/inbox.ts';

const LOOK_MS = 60 * 60 * 1000;
const NICENESS = 10;

export type Checks = { stop: () => Promise<void> };

/**
 * Checks now, if it is due, and then every day until `stop`.
 * @param command starts this program
 */
export function startChecks(inbox: Inbox, command: string[]): Checks {
  const ending = new AbortController();
  let checking: Promise<void> | null = null;
  const look = () => {
    checking ??= check(inbox, command, ending.signal)
      .catch((err) => inbox.log.error({ err }, 'a check of the database failed'))
      .finally(() => {
        checking = null;
      });
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await checking;
    },
  };
}

const Found = z.object({ fault: z.string().nullable() });

async function check(inbox: Inbox, command: string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted || !(await claimCheck(inbox))) return;
  const args = ['doctor', '--pages', '--json', '--data', inbox.data];
  const child = Bun.spawn([...command, ...args], { stdin: 'ignore', stderr: 'ignore', signal });
  try {
    setPriority(child.pid, NICENESS);
  } catch {
    // It has already ended, or the system has no priorities.
  }
  const [text] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  if (signal.aborted) return;
  await noteCheck(inbox, Found.parse(JSON.parse(text)).fault);
}
