import type { Subprocess } from 'bun';

/** How a program ended, and what it has printed. */
export async function outcomeOf({
  stdout,
  stderr,
  exited,
}: Subprocess<'ignore' | 'inherit' | 'pipe' | Blob, 'pipe', 'pipe'>) {
  const [out, err] = await Promise.all([new Response(stdout).text(), new Response(stderr).text()]);
  return { code: await exited, out, err };
}
