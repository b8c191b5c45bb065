/** Whether this is the compiled executable, which contains its files, and not a checkout. */
export const isExecutable = Bun.embeddedFiles.length > 0;
