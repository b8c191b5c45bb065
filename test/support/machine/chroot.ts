/** Directories in which a program finds nothing but what is put there: they need root, and Linux. */
import { test } from 'bun:test';
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeDirectory, temporaryDirectory } from './directory.ts';

const root = join(import.meta.dir, '../../..');

/** The executable that was built; a checkout that was not built has none. */
export const built = process.env.INBOX_TEST_EXECUTABLE ?? join(root, 'dist/inbox');

function whyNot(): string | null {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid?.() !== 0) return 'not root';
  if (!existsSync(built)) return 'no dist/inbox: `npm run build`';
  const tried = Bun.spawnSync(['unshare', '--mount', '--pid', '--fork', 'true']);
  return tried.success ? null : 'no mount namespaces';
}

const missing = whyNot();

/** `test` where a root directory can be changed; else it is skipped, and its name says why. */
export const asRoot = (promise: string, body: () => Promise<void>) =>
  missing === null
    ? test(promise, body, 120_000)
    : test.skip(`${promise} (NOT TESTED HERE: ${missing})`, body);

/** A root directory with the libraries that the loader names for this executable, and the loader. */
export function bareRoot(executable: string) {
  const folder = temporaryDirectory();
  for (const library of librariesOf(executable)) {
    const copy = join(folder, library);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(library, copy);
    chmodSync(copy, 0o755);
  }
  chmodSync(folder, 0o755);
  return { folder, [Symbol.dispose]: () => removeDirectory(folder) };
}

function librariesOf(executable: string): string[] {
  const { stdout } = Bun.spawnSync(['ldd', executable]);
  return [...stdout.toString().matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path = '']) => path);
}

/**
 * Serves in a root directory, asks there and answers; what was printed. Bun needs `/proc`, which every
 * container has; nothing else is added.
 * @param program its path there
 * @param user its numbers, such as `65532:65532`
 */
export function firstAnswerIn(
  folder: string,
  program: string,
  user: string,
  settings: Record<string, string>,
) {
  mkdirSync(join(folder, 'proc'), { recursive: true });
  const env = { ROOT: folder, PROGRAM: program, USER_THERE: user, INBOX_PORT: '0', ...settings };
  return inNamespace(FIRST_ANSWER, env);
}

const FIRST_ANSWER = `
mount --make-rprivate /
mount -t proc proc "$ROOT/proc"
inside() { chroot --userspec="$USER_THERE" "$ROOT" "$PROGRAM" "$@"; }
(exec chroot --userspec="$USER_THERE" "$ROOT" "$PROGRAM" serve) & server=$!
until inside doctor --health >/dev/null; do kill -0 $server; sleep 0.05; done
inside doctor --health
inside channel create deploys >/dev/null
id=$(inside ask approve 'Deploy?' -c deploys)
inside answer "$id" --option approve
inside wait "$id"
kill $server
wait $server
`;

/** Runs a script of bash in a copy of this machine's file system, of which nothing is kept. */
export async function inCopyOfThisMachine(script: string, files: Record<string, string>) {
  const folder = temporaryDirectory();
  await Bun.write(join(folder, 'script.sh'), script);
  for (const [name, from] of Object.entries(files)) copyFileSync(from, join(folder, name));
  const ran = await inNamespace(MOUNTS, { FROM: folder });
  removeDirectory(folder);
  return ran;
}

/** Writes go to memory, and end with the namespace. */
const MOUNTS = `
mount --make-rprivate /
files=$(mktemp -d)
cp -r "$FROM/." "$files"
mount -t tmpfs tmpfs /mnt
mkdir /mnt/written /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/written,workdir=/mnt/work /mnt/root
mount -t proc proc /mnt/root/proc
mount --rbind /dev /mnt/root/dev
mount -t tmpfs tmpfs /mnt/root/run
mount -t tmpfs tmpfs /mnt/root/tmp
cp -r "$files/." /mnt/root/tmp
rm -r "$files"
# Nobody reads the index of all manual pages, which takes longer than all else.
rm -f /mnt/root/var/lib/man-db/auto-update
chroot /mnt/root bash -eu -o pipefail -c 'cd /tmp; source ./script.sh'
`;

async function inNamespace(script: string, settings: Record<string, string>) {
  const unshare = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];
  const child = Bun.spawn([...unshare, 'bash', '-eu', '-o', 'pipefail', '-c', script], {
    env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, stdout, stderr };
}
