/** Returns the commit that is checked out, with `-dirty` if files were changed; null without git. */
export const commitOf = (root: string) =>
  git(root, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*');

/** For sources without git: the first day that a zip file can represent. */
const NO_TIME = 315_532_800;

/** Returns the commit's time, in seconds since 1970. */
export const commitTime = async (root: string) =>
  Number((await git(root, 'log', '-1', '--format=%ct')) ?? NO_TIME);

async function git(root: string, ...args: string[]): Promise<string | null> {
  if (!Bun.which('git')) return null;
  const child = Bun.spawn(['git', ...args], { cwd: root, stdout: 'pipe', stderr: 'ignore' });
  const said = await new Response(child.stdout).text();
  return (await child.exited) === 0 ? said.trim() : null;
}
