import pkg from '../package.json' with { type: 'json' };

/** Defined by scripts/build.ts; a checkout does not define it. */
declare const INBOX_COMMIT: string | null | undefined;

export const version: string = pkg.version;

/** The origin of an executable; the commit is null in a checkout. */
export const build = {
  version,
  commit: typeof INBOX_COMMIT === 'string' ? INBOX_COMMIT : null,
  bun: Bun.version,
};
