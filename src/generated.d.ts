/** The database of a new inbox. */
declare module '*.sql' {
  const text: string;
  export default text;
}
/** The files that build/dashboard.ts and build/docs.ts write; a fresh checkout has none. */
declare module '*/dist/dashboard/files.js' {
  export const files: Record<string, string>;
}
declare module '*/dist/docs/files.js' {
  export const files: Record<string, string>;
}
/** The plugin of OpenCode, as a text that is written into a file. */
declare module '*/plugin.js' {
  const text: string;
  export default text;
}
