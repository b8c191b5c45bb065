/** Runs axe on a page. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const byTags: axe.RunOnly = { type: 'tag', values: tags };

/** Returns the faults that are moderate or worse, in a page or a part of it, a line each. */
export async function axeFaults(page: Page, part = 'html', runOnly = byTags): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  const found = await page.evaluate(
    ([selector, only]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(selector, {
        runOnly: only,
        resultTypes: ['violations'],
      }),
    [part, runOnly] as const,
  );
  return found.violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    );
}
