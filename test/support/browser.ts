/** A real browser before a real server. What a page must never do is a failure of every test. */
import { expect } from 'bun:test';
import axe from 'axe-core';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { bringChromium, chromiumFlags } from '../../scripts/chromium.ts';
import type { Flags } from '../../src/config.ts';
import { testServer } from './server.ts';

export type TestBrowser = Awaited<ReturnType<typeof testBrowser>>;

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export const owner = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };

/** Pages of a server on which nobody has a password yet; `logIn` sets the owner up first. */
export async function testBrowser(flags: Flags = {}) {
  const server = await testServer({ rateLimit: 'off', ...flags });
  const browser = await chromium.launch({
    executablePath: await bringChromium(),
    args: chromiumFlags,
  });
  const faults: string[] = [];

  async function page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: desk,
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(8000);
    await context.addInitScript(reportViolations);
    const opened = await context.newPage();
    watch(opened, server.url, faults);
    return opened;
  }

  return {
    server,
    page,
    /** A page that is logged in as the owner, at a path. */
    async logIn(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
      await server.as.owner.post('/auth/setup', owner);
      const opened = await page(options);
      // From a page of the inbox, as the cookie of another origin would be refused.
      await opened.goto('/login');
      await opened.evaluate(async ({ email, password }) => {
        await fetch('/api/v1/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        });
      }, owner);
      await opened.goto(path);
      return opened;
    },
    /** What pages did that none may: errors, policy violations, requests to other hosts. */
    faults,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server[Symbol.asyncDispose]();
      expect(faults).toEqual([]);
    },
  };
}

function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`POLICY ${violatedDirective} ${blockedURI}`),
  );
}

/** Answers of the API with 4xx are shown by the browser as errors too, and are none of the page's. */
const expected = /Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/;

function watch(page: Page, url: string, faults: string[]): void {
  const { host } = new URL(url);
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`));
  page.on('console', (line) => {
    if (line.type() === 'error' && !expected.test(line.text())) faults.push(line.text());
  });
  page.on('request', (request) => {
    const to = new URL(request.url());
    if (/^(https?|wss?):$/.test(to.protocol) && to.host !== host) faults.push(`asked ${to.host}`);
  });
}

/** What axe finds serious or critical on a page, a line each. */
export async function accessFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    );
}
