/** The list of a release's files with their checksums. One signature of it is what a release is trusted by. */
import { z } from 'zod';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = `${MANIFEST}.sig`;

const Manifest = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?$/),
  date: z.iso.datetime(),
  files: z.array(
    z.object({
      name: z.string().regex(/^[\w][\w.-]*$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

/** Returns null if the text is not a manifest. */
export function parseManifest(text: string): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A line for each file: a shell reads it too. */
export function manifestText({ version, date, files }: Manifest): string {
  const lines = files.map(({ name, sha256 }) => `    { "name": "${name}", "sha256": "${sha256}" }`);
  return `{\n  "version": "${version}",\n  "date": "${date}",\n  "files": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Returns the name of an archive. `system` is such as `linux-x64-musl`. */
export const archiveFile = (version: string, system: string): string =>
  `inbox-${version}-${system}.${system.startsWith('windows') ? 'zip' : 'tar.gz'}`;

/** Returns where a file of the newest release is, or of a version: at the paths of GitHub's releases. */
export const addressOf = (url: string, name: string, version?: string): string =>
  `${url.replace(/\/$/, '')}/${version ? `download/v${version}` : 'latest/download'}/${name}`;
