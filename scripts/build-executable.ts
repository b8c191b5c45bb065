// Compiles bin/inbox.ts, with what dist/dashboard and dist/docs have, into one executable.
import { join } from 'node:path';
import { commitOf } from './commit.ts';

const root = join(import.meta.dir, '..');

/** What the bundler makes of the sources; also read to learn which packages are inside. */
export const bundle = {
  entrypoints: [join(root, 'bin/inbox.ts')],
  // Names are kept: they make a stack trace from a stranger's machine readable.
  minify: { whitespace: true, syntax: true, identifiers: false },
  sourcemap: 'none',
  // A checkout builds its dashboard and its pages when they are asked for; in here they are built.
  external: ['*/build/dashboard.ts', '*/build/docs.ts'],
  // Only the command that is called is read: this halves the time of --help.
  splitting: true,
  format: 'esm',
} satisfies Bun.BuildConfig;

/** @param target another system than this one, such as `bun-linux-arm64-musl` */
export async function buildExecutable(outfile: string, target?: Bun.Build.CompileTarget) {
  await Bun.build({
    ...bundle,
    define: {
      INBOX_COMMIT: JSON.stringify(await commitOf(root)),
      // Or packages would bring along where this checkout is, and the bytes would depend on it.
      __dirname: '"/"',
      __filename: '"/"',
    },
    // Parsed ahead: a third off the start, for 8 MB.
    bytecode: true,
    compile: {
      outfile,
      ...(target && { target }),
      // The directory it is started in is a stranger's and must not configure it.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
}

// A process of its own for each: a second build in one process gives other bytes.
if (import.meta.main) {
  const [outfile = '', target] = process.argv.slice(2);
  await buildExecutable(outfile, target as Bun.Build.CompileTarget | undefined);
}
