/** The commit that is checked out, ending in `-dirty` if files were changed; null without git. */
export async function commitOf(root: string): Promise<string | null> {
  if (!Bun.which('git')) return null;
  const command = ['git', 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'ignore' });
  const said = await new Response(child.stdout).text();
  return (await child.exited) === 0 ? said.trim() : null;
}
