import { expect, test } from 'bun:test';
import { accessFaults, desk, phone, testBrowser } from '../support/browser/browser.ts';
import { ask, openQuestion } from '../support/browser/questions.ts';

const text = [
  '# Title\n\nA **bold** [link](https://example.com) and `code`.',
  '- [x] done\n- [ ] open',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```sh\necho a very long line that scrolls\n```',
  '> quoted\n\n![picture](https://example.com/x.png)[^1]\n\n[^1]: Foot.',
].join('\n\n');

const types = ['text', 'textarea', 'number', 'range', 'select', 'checkbox', 'date', 'password'];
const fields = types.map((type) => ({
  type,
  name: type,
  label: type,
  description: 'As you like',
  required: true,
  ...(type === 'select' ? { options: ['a', 'b'] } : {}),
}));
const items = Array.from({ length: 12 }, (_, index) => ({
  id: `${index}`,
  label: `Item ${index}`,
}));
const files = [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-a\n+b' }];
const options = ['primary', 'secondary', 'danger', 'ghost'].map((style) => ({
  id: style,
  label: style,
  style,
}));

test(
  'has no serious axe violations in any question, light and dark, wide and narrow',
  async () => {
    await using browser = await testBrowser();
    const channel = await browser.server.channel({ name: 'deploy-bot' });
    const asked = [
      await ask(browser, 'approval', { options, allowComment: true }, { channel, text }),
      await ask(browser, 'selection', { items, mode: 'multi', dismissLabel: 'No' }, { channel }),
      await ask(browser, 'form', { fields }, { channel }),
      await ask(browser, 'text-input', { markdown: true, maxLength: 9 }, { channel }),
      await ask(browser, 'freeform', {}, { channel }),
      await ask(
        browser,
        'rating',
        { prompt: 'Good?', minLabel: 'No', maxLabel: 'Yes' },
        { channel },
      ),
      await ask(browser, 'rating', { prompt: 'Good?', max: 1000 }, { channel }),
      await ask(browser, 'diff-review', { files }, { channel }),
    ];
    const done = await ask(browser, 'selection', { items }, { channel });
    const response = { selectedIds: ['3'] };
    await browser.server.as.owner.post(`/reviews/${done.id}/respond`, { response });
    for (const status of ['info', 'success', 'warning', 'error']) {
      asked.push(
        await ask(browser, 'approval', { options }, { channel, text: `${status}\n\nyes`, status }),
      );
    }
    const page = await browser.logIn();
    for (const viewport of [desk, phone]) {
      await page.setViewportSize(viewport);
      await page.goto('/');
      // A phone has them below each other: of these three all the rest is made.
      for (const [at, { id, review }] of (viewport === phone
        ? asked.slice(0, 3)
        : asked
      ).entries()) {
        await openQuestion(page, id);
        await page.locator('.review-card[data-ready]').waitFor();
        // So that what is wrong is shown too.
        if (review?.type === 'form') await page.keyboard.press('Control+Enter');
        // Beside each is the same list.
        expect(await accessFaults(page, at === 0 ? 'main' : '.question')).toEqual([]);
      }
      // The following pages have everything around the question.
      for (const path of [`/m/${done.id}`, '/answered']) {
        await page.goto(path);
        await page.getByText('Item 3').first().waitFor();
        expect(await accessFaults(page)).toEqual([]);
      }
    }
  },
  { timeout: 120_000 },
);
