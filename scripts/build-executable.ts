// Compiles bin/inbox.ts, with the files in dist/dashboard and dist/docs, into one executable.
import { join } from 'node:path';
import { commitOf } from './commit.ts';
import { fetchBun } from './release/bun.ts';
import { signAdHoc } from './release/mac-signature.ts';

const root = join(import.meta.dir, '..');

/** The bundler's settings for the sources; also used to find which packages are included. */
export const bundle = {
  entrypoints: [join(root, 'bin/inbox.ts')],
  // Names are kept: they make stack traces readable that users report.
  minify: { whitespace: true, syntax: true, identifiers: false },
  sourcemap: 'none',
  // A checkout builds its dashboard and its pages on the first request; here they are built
  // already.
  external: ['*/build/dashboard.ts', '*/build/docs.ts'],
  // Loads only the command that is called: this halves the time of --help.
  splitting: true,
  format: 'esm',
} satisfies Bun.BuildConfig;

/** @param target another system than this one, such as `bun-linux-arm64-musl` */
export async function buildExecutable(outfile: string, target?: Bun.Build.CompileTarget) {
  using bun = target && (await fetchBun(target));
  await Bun.build({
    ...bundle,
    define: {
      INBOX_COMMIT: JSON.stringify(await commitOf(root)),
      // Otherwise packages would include the path of this checkout, and the bytes would depend on
      // it.
      __dirname: '"/"',
      __filename: '"/"',
    },
    // Parsed in advance: the start is a third shorter, for 8 MB.
    bytecode: true,
    compile: {
      outfile,
      ...(bun && { target, executablePath: bun.path }),
      // The working directory may belong to anyone and must not configure it.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  const isForMac = target?.startsWith('bun-darwin') ?? process.platform === 'darwin';
  // Bun leaves the signature of its own executable, from before this one was put into it.
  if (isForMac) await Bun.write(outfile, signAdHoc(await Bun.file(outfile).bytes()));
}

// A separate process for each: a second build in one process gives different bytes.
if (import.meta.main) {
  const [outfile = '', target] = process.argv.slice(2);
  await buildExecutable(outfile, target as Bun.Build.CompileTarget | undefined);
}
