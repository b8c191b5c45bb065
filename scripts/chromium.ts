// The browser for tests and screenshots: the system's Chromium, or one that apt-get brings.
import { existsSync } from 'node:fs';

// The first is the same engine without a window around it: a page costs it a third of the time.
const names = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
];
const app = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium; null where there is none. */
export function findChromium(): string | null {
  const found = names.map((name) => Bun.which(name)).find((path) => path !== null);
  return found ?? (existsSync(app) ? app : null);
}

/** Installs one where apt-get may; says plainly what to do where it can't. */
export async function bringChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && Bun.which('apt-get')) {
    console.error('Installing Chromium with apt-get, for the tests in a browser');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      const run = Bun.spawn(['apt-get', '-qq', ...args], {
        env,
        stdout: 'ignore',
        stderr: 'inherit',
      });
      await run.exited;
    }
  }
  const brought = findChromium();
  if (brought) return brought;
  throw new Error(
    'The tests of the dashboard need Chromium, which is not here and could not be installed: ' +
      'install the package `chromium` (or Google Chrome), then run them again.',
  );
}
