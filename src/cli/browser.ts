import { displayOpener } from '../config.ts';

/** Opens a page where the person sits, if there is a screen; one that cannot be opened is no error. */
export function openInBrowser(url: string): void {
  const opener = displayOpener();
  if (!opener) return;
  try {
    Bun.spawn([...opener, url], { stdio: ['ignore', 'ignore', 'ignore'] }).unref();
  } catch {
    // The address stands on the terminal.
  }
}
