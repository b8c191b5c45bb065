/** What scripts/build-dashboard.ts writes; a fresh checkout has none yet. */
declare module '*/dist/dashboard/files.js' {
  export const files: Record<string, string>;
}
