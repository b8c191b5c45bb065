import { displayOpener } from '../config.ts';

/** Opens a page for the person if there is a display; a failure is ignored. */
export function openInBrowser(url: string): void {
  const opener = displayOpener();
  if (!opener) return;
  try {
    Bun.spawn([...opener, url], { stdio: ['ignore', 'ignore', 'ignore'] }).unref();
  } catch {
    // The address is printed as well.
  }
}
