import { pagerCommand } from '../config.ts';
import { whenEnded } from './ending.ts';
import { UsageError } from './errors.ts';

/** Shows a text in the person's pager until they quit. */
export async function page(text: string): Promise<void> {
  const pager = pagerCommand();
  // Through the shell, as git does: the variable may contain flags (`less -R`).
  const child = Bun.spawn(['sh', '-c', pager], { stdio: [new Blob([text]), 'inherit', 'inherit'] });
  // Ctrl-C belongs to the pager, where it ends a search.
  const letGo = whenEnded((signal) => child.kill(signal), { signals: ['SIGTERM', 'SIGHUP'] });
  const stay = () => {};
  process.on('SIGINT', stay);
  const code = await child.exited;
  process.off('SIGINT', stay);
  letGo();
  if (code !== 0) throw new UsageError(`The pager "${pager}" ended with ${code}: set PAGER`);
}
