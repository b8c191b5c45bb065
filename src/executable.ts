/** Whether this is the compiled executable, with its files inside, and not a checkout. */
export const isExecutable = Bun.embeddedFiles.length > 0;
