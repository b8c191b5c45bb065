// The browser for tests and screenshots: the system's Chromium, or one that apt-get installs.
import { type Browser, chromium } from 'playwright-core';
import { bringTools, findShell, findTool } from './tools.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // It fetches early what it remembers as the largest picture of an earlier visit.
  '--disable-features=LCPCriticalPathPredictor',
];

/** Returns the path of a Chromium, installed if apt-get is allowed; otherwise says what to do. */
async function bringChromium(): Promise<string> {
  await bringTools(['chromium']);
  const path = findTool('chromium');
  if (path) return path;
  throw new Error(
    'The tests of the dashboard need Chromium, which is not here and could not be installed: ' +
      'install the package `chromium` (or Google Chrome), then run them again.',
  );
}

export const startChromium = async (more: string[] = []): Promise<Browser> =>
  launch(await bringChromium(), more);

/** Starts one without windows, which needs less time and shows no notifications, if it is installed. */
export const startShell = async (more: string[] = []): Promise<Browser> =>
  launch(findShell() ?? (await bringChromium()), more);

const launch = (executablePath: string, more: string[]) =>
  chromium.launch({ executablePath, args: [...flags, ...more] });
