/** Keeps a process that a test starts from taking the machine's memory. */
import { residentOf } from '../../../scripts/suite/memory.ts';

const LIMIT_MIB = 512;
const LOOK_MS = 20;

/** Kills the process once it has more memory than the limit; `most` is what it had at most, in MiB. */
export function limited(pid: number) {
  let most = 0;
  const look = () => {
    most = Math.max(most, residentOf(pid));
    if (most <= LIMIT_MIB) return;
    clearInterval(timer);
    console.error(`Killed, as it had ${Math.round(most)} MiB of memory`);
    process.kill(pid, 'SIGKILL');
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    most: () => most,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
