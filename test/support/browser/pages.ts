/** Pages that tests use one after another: creating one costs more than all its content. */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Disposable,
  Page,
  ViewportSize,
} from 'playwright-core';

/** `withWindows`: in a browser that can show notifications, if it is permitted. */
export type Options = Omit<BrowserContextOptions, 'viewport'> & { withWindows?: boolean };

/** Additions to a page that are taken away again. */
const undoable = ['addInitScript', 'exposeFunction'] as const;
/** State that a page keeps until it is closed. */
const forGood = ['routeWebSocket'] as const;
/** A page's clock is never set back to the machine's. */
const clocks = ['install', 'setFixedTime', 'setSystemTime'] as const;

// biome-ignore lint/suspicious/noExplicitAny: each takes its own
type Change = (...given: any[]) => Promise<unknown>;
// biome-ignore lint/suspicious/noExplicitAny: each takes its own
type Addition = (...given: any[]) => Promise<Disposable>;

type Prepare = (context: BrowserContext) => Promise<void>;

/** Lends pages of a browser, each a person's own; `prepare` has the context of each first. */
export function pagesOf(browser: Browser, prepare: Prepare) {
  /** By what they were opened with. */
  const idle = new Map<string, Page[]>();
  const openedWith = new WeakMap<Page, Options>();
  const spent = new WeakSet<Page>();
  const bases = new WeakMap<Page, string>();
  const added = new WeakMap<Page, Disposable[]>();

  function idleWith(options: Options): Page[] {
    const key = JSON.stringify(options);
    const there = idle.get(key) ?? [];
    idle.set(key, there);
    return there;
  }

  async function open(options: Options): Promise<Page> {
    const { withWindows: _windows, ...chosen } = options;
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      // Its requests pass by the routes of a page.
      serviceWorkers: 'block',
      ...chosen,
    });
    context.setDefaultTimeout(20_000);
    await prepare(context);
    const page = await context.newPage();
    openedWith.set(page, options);
    // A worker stays, and so does what it is asked to show.
    if (chosen.serviceWorkers || chosen.permissions) spent.add(page);
    const goto = page.goto.bind(page);
    page.goto = (path, how) => goto(new URL(path, bases.get(page)).href, how);
    const route = page.route.bind(page);
    page.route = async (...given) => {
      const routed = await route(...given);
      await reachesRoutes(page, route);
      return routed;
    };
    for (const name of undoable) keep(page, page, name);
    keep(page, context, 'addInitScript');
    for (const name of forGood) spend(page, page, name);
    for (const name of clocks) spend(page, page.clock, name);
    return page;
  }

  /** A test's acts with `owner[name]` are undone when its page is given back. */
  function keep<Name extends string>(page: Page, owner: Record<Name, Addition>, name: Name) {
    const add = owner[name].bind(owner);
    Object.assign(owner, {
      [name]: async (...given: Parameters<Addition>) => {
        const addition = await add(...given);
        added.set(page, [...(added.get(page) ?? []), addition]);
        return addition;
      },
    });
  }

  /** A test's acts with `owner[name]` stay: its page is lent to nobody after it. */
  function spend<Name extends string>(page: Page, owner: Record<Name, Change>, name: Name) {
    const change = owner[name].bind(owner);
    Object.assign(owner, {
      [name]: (...given: Parameters<Change>) => {
        spent.add(page);
        return change(...given);
      },
    });
  }

  return {
    /** One as if nobody had seen it; a path is one of the server at `url`. */
    async lend(url: string, viewport: ViewportSize, options: Options = {}): Promise<Page> {
      const page = idleWith(options).pop() ?? (await open(options));
      await page.setViewportSize(viewport);
      bases.set(page, url);
      return page;
    },
    /** Takes one back, to be lent again; `empty` is a page of the same host that does nothing. */
    async giveBack(page: Page, empty: string): Promise<void> {
      const options = openedWith.get(page) ?? {};
      const additions = added.get(page) ?? [];
      added.delete(page);
      if (!spent.has(page))
        await clean(page, empty, options, additions).catch(() => spent.add(page));
      if (spent.has(page)) await page.context().close();
      else idleWith(options).push(page);
    },
  };
}

/** Chromium reports a moment too early that it intercepts requests: one in some hundred got through. */
async function reachesRoutes(page: Page, route: Page['route']): Promise<void> {
  if (!page.url().startsWith('http')) return;
  const path = '/held';
  let isHeld = false;
  await route(`**${path}`, (request) => {
    isHeld = true;
    return request.fulfill({ status: 204 });
  });
  while (!isHeld) await page.evaluate((to) => fetch(to).then(({ status }) => status), path);
  await page.unroute(`**${path}`);
}

async function clean(
  page: Page,
  empty: string,
  options: Options,
  additions: Disposable[],
): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all(additions.map((one) => one.dispose()));
  await context.setOffline(false);
  await page.goto(empty);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  const { colorScheme = 'light', reducedMotion = 'reduce' } = options;
  await page.emulateMedia({ colorScheme, reducedMotion, forcedColors: 'none' });
  await page.mouse.move(0, 0);
}
