/** Keeps a process that a test starts from taking the machine's memory. */
import { readFileSync } from 'node:fs';

const LIMIT_MIB = 512;
const LOOK_MS = 20;

/** Kills the process once it has more memory than the limit; `most` is what it had at most, in MiB. */
export function limited(pid: number) {
  let most = 0;
  const look = () => {
    most = Math.max(most, residentOf(pid));
    if (most > LIMIT_MIB) process.kill(pid, 'SIGKILL');
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    most: () => most,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** In MiB; 0 once it has ended, and without /proc. */
function residentOf(pid: number): number {
  try {
    const [, kilobytes = 0] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}
