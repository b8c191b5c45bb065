/** 27 texts that would run in a page that takes one of them for more than a text. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';

const RUN = '__xss=1';

/** Short enough for names. Each begins with its number, by which a test finds it on a page. */
export const scripts = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<a href="javascript:${RUN}">x</a>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<input autofocus onfocus=${RUN}>`,
  `<style>*{background:url(https://evil.example/x)}</style>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<math><mtext></mtext><mglyph><style><img src=x onerror=${RUN}>`,
  `</textarea></title></script><img src=x onerror=${RUN}>`,
  `--><img src=x onerror=${RUN}>`,
  `\`</code><img src=x onerror=${RUN}>\``,
  `[x](javascript:${RUN})`,
  `[x](JaVaScRiPt&#58;${RUN})`,
  `[x](data:text/html,<script>${RUN}</script>)`,
  `[x](https://a.example "onclick=${RUN}")`,
  `![x](x"onerror="${RUN})`,
  `![x](https://evil.example/track.png)`,
  `<javascript:${RUN}>`,
  `https://a.example/"onmouseover="${RUN}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `'-(${RUN})-'`,
].map((script, at) => `s${at} ${script}`);

/** Fails if a script ran, or if a page has in it what only a script could have put there. */
export async function nothingRan(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const isHandler = ({ name }: Attr) => name.startsWith('on');
    const isOdd = 'iframe, object, embed, base, meta[http-equiv], script:not([src])';
    const leadsOdd = /^\s*(javascript|data|vbscript|blob):/i;
    return {
      ran: '__xss' in window,
      handlers: all.filter(({ attributes }) => [...attributes].some(isHandler)).length,
      elements: document.querySelectorAll(isOdd).length,
      links: [...document.querySelectorAll('a')].filter((one) =>
        leadsOdd.test(one.getAttribute('href') ?? ''),
      ).length,
    };
  });
  expect(found).toEqual({ ran: false, handlers: 0, elements: 0, links: 0 });
}

/** Resolves once a page shows this many of the scripts: as text, in a field or as its title. */
export const showsScripts = (page: Page, least: number) =>
  page.waitForFunction(
    ([count, wanted]) => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not shown
      const texts = [document.title, document.body.innerText, ...fields.map(({ value }) => value)];
      const isShown = (at: number) => texts.some((text) => text.includes(`s${at} `));
      return Array.from({ length: count }, (_, at) => at).filter(isShown).length >= wanted;
    },
    [scripts.length, least] as const,
  );
