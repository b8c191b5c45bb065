import pkg from '../package.json' with { type: 'json' };

/** Filled in by scripts/build.ts; a checkout has no such name. */
declare const INBOX_COMMIT: string | null | undefined;

export const version: string = pkg.version;

/** What an executable was built from; the commit is null in a checkout. */
export const build = {
  version,
  commit: typeof INBOX_COMMIT === 'string' ? INBOX_COMMIT : null,
  bun: Bun.version,
};
