import { displayOpener } from '../config.ts';

/** Opens a page for the person; false without a display, or without a program that opens it. */
export function openInBrowser(url: string): boolean {
  const opener = displayOpener();
  if (!opener) return false;
  try {
    Bun.spawn([...opener, url], { stdio: ['ignore', 'ignore', 'ignore'] }).unref();
    return true;
  } catch {
    return false;
  }
}
