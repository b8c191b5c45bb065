/** An agent's text hides nothing, on any page. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { jsx, jsxs } from '../../src/dashboard/look/jsx-runtime.ts';
import { openPath, testBrowser } from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';

const BIDI = 'Pay\u202eecila\u202c';
const UNSEEN = 'a\u200b\u2060\u00ad\u2800\u3164\u{e0061}b';
const PILE = `e${'\u0301'.repeat(60)}`;
const hostile = `${BIDI} ${UNSEEN} ${PILE}`;

const markdown = `# ${hostile}\n\n**${hostile}** \`${hostile}\`\n\n- ${hostile}\n\n> ${hostile}\n
| ${hostile} |\n|---|\n| x |\n\n[${hostile}](https://example.com)\n\n\`\`\`sh\nls ${hostile}\n\`\`\``;
const options = [
  { id: 'yes', label: hostile },
  { id: 'no', label: 'No' },
];
const field = {
  name: 'a',
  type: 'text',
  label: hostile,
  placeholder: hostile,
  description: hostile,
};
const choice = {
  name: 'b',
  type: 'select',
  label: 'Which',
  options: [{ value: 'x', label: hostile }],
};
const diff = `@@ -1 +1 @@\n-if (x) {\n+if (${hostile}) {`;

const kinds = {
  approval: { title: hostile, description: markdown, options },
  selection: {
    items: [
      { id: 'x', label: hostile, description: hostile },
      { id: 'y', label: 'Y' },
    ],
  },
  form: { fields: [field, choice], submitLabel: hostile, dismissLabel: hostile },
  'text-input': { prompt: markdown, placeholder: hostile },
  'diff-review': { files: [{ path: `src/${UNSEEN}.ts`, diff }] },
  rating: { prompt: hostile, max: 3, minLabel: hostile },
};

test('names what hides in the texts of an agent, on every page', async () => {
  await using browser = await testBrowser();
  const { as } = browser.server;
  const channel = await browser.server.channel({ name: hostile, description: hostile });
  await as.agent.post('/status/ping', { agentId: channel.id, message: hostile });
  const asked: Message[] = [];
  for (const [type, payload] of Object.entries(kinds)) {
    asked.push(await ask(browser, type, payload, { channel, text: markdown }));
  }
  const [approval] = asked;
  const page = await browser.logIn('/');
  const look = async (path: string) => {
    await openPath(page, path);
    await page.getByText('U+202E').first().waitFor();
    expect([path, await hiddenIn(page)]).toEqual([path, []]);
  };
  for (const { id } of asked) await look(`/m/${id}`);
  await as.owner.post(`/reviews/${approval?.id}/respond`, { response: { selectedOption: 'yes' } });
  const pages = ['/', '/answered', `/answered/${approval?.id}`, '/activity', '/activity/agents'];
  for (const path of [...pages, `/c/${channel.id}`, '/activity/audit', '/settings/channels']) {
    await look(path);
  }
});

test('gives a text the direction of its letters, and code always the same', async () => {
  await using browser = await testBrowser();
  const payload = {
    title: 'שלום!',
    description: 'English.\n\nעברית `rm -rf /srv` כאן.\n\n```\n# עברית\n```',
    options: [
      { id: 'yes', label: 'כן!' },
      { id: 'no', label: 'No!', description: 'לא עכשיו' },
    ],
  };
  const { id } = await ask(browser, 'approval', payload);
  const page = await browser.logIn(`/m/${id}`);
  const direction = (words: string, within = 'main') =>
    page
      .locator(within)
      .getByText(words)
      .last()
      .evaluate((element) => getComputedStyle(element).direction);
  await page.locator('.review-card[data-ready]').waitFor();
  expect(await direction('שלום', '.question-title')).toBe('rtl');
  expect(await direction('English')).toBe('ltr');
  expect(await direction('כאן')).toBe('rtl');
  expect(await direction('rm -rf')).toBe('ltr');
  expect(await direction('# עברית')).toBe('ltr');
  expect(await direction('כן')).toBe('rtl');
  expect(await direction('No!')).toBe('ltr');
  expect(await direction('לא עכשיו')).toBe('rtl');
});

test('gives a field and its label the direction of their letters', () => {
  const star = jsx('span', { children: ' *' });
  expect(jsxs('label', { children: ['שם', star] })).toHaveProperty('props.dir', 'auto');
  expect(jsxs('label', { children: ['Name', star] })).not.toHaveProperty('props.dir');
  expect(jsx('input', { type: 'text' })).toHaveProperty('props.dir', 'auto');
});

/** Returns the texts and attributes of the page in which a letter still hides. */
const hiddenIn = (page: Page) =>
  page.evaluate(() => {
    const HIDES = /[\u00ad\u200b\u2060\u202a-\u202e\u2800\u3164\u{e0061}]|\p{M}{7}/u;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    while (texts.nextNode()) found.push(texts.currentNode.textContent ?? '');
    for (const element of document.querySelectorAll('body *')) {
      for (const name of ['title', 'aria-label', 'placeholder', 'alt']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found.filter((text) => HIDES.test(text));
  });
