import { expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/json.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { ask, openQuestion, storeFile } from '../support/browser/questions.ts';
import { payloads } from '../support/texts/injections.ts';
import { nothingRan, scripts } from '../support/texts/scripts.ts';

/** Texts that an agent controls, each text of it of another payload. */
function questions(texts: string[]): [type: string, payload: JsonObject][] {
  let at = 0;
  const next = (longest = 500) => (texts[at++ % texts.length] ?? '').slice(0, longest) || 'x';
  const ids = (name: 'id' | 'value', count: number) =>
    Array.from({ length: count }, (_, index) => ({
      [name]: `${index} ${next(150)}`,
      label: next(),
      description: next(),
    }));
  const words = () => ({ title: next(), description: next(), prompt: next() });
  const buttons = () => ({ submitLabel: next(100), dismissLabel: next(100) });
  const field = (type: string) => ({
    type,
    name: `${type} ${next(150)}`,
    label: next(),
    description: next(),
    placeholder: next(),
    unit: next(),
    // Other types refuse it before it is stored.
    ...(['text', 'password'].includes(type) ? { defaultValue: next().replace(/\s/g, ' ') } : {}),
    ...(type === 'textarea' ? { defaultValue: next() } : {}),
    ...(type === 'select' ? { options: ids('value', 3) } : {}),
  });
  const types = ['text', 'textarea', 'number', 'range', 'select', 'checkbox', 'date', 'password'];
  const schema = {
    properties: {
      [next(100)]: { type: 'string', title: next(), description: next(), default: next() },
      [next(100)]: { enum: [next(), next()], title: next() },
    },
  };
  return [
    ['approval', { ...words(), options: ids('id', 8), allowComment: true }],
    ['selection', { ...words(), ...buttons(), items: ids('id', 12), mode: 'multi' }],
    ['form', { ...words(), ...buttons(), fields: types.map(field) }],
    [
      'text-input',
      { ...words(), ...buttons(), placeholder: next(), prefill: next(), markdown: true },
    ],
    ['freeform', { ...words(), schema }],
    ['freeform', { ...words(), [next(100)]: next() }],
    ['rating', { prompt: next(), minLabel: next(), maxLabel: next(), [next(100)]: next() }],
    ['rating', { prompt: next(), max: 1000, [next(100)]: { [next(100)]: next() } }],
    ['diff-review', { ...words(), files: [{ path: next(), diff: `+${next()}\n-${next()}` }] }],
  ];
}

const types = ['text/html', 'image/svg+xml', 'text/plain', 'application/json'];

test(
  'runs none of 200 scripts in fields that an agent controls',
  async () => {
    expect(payloads.length).toBeGreaterThanOrEqual(200);
    await using browser = await testBrowser();
    const page = await browser.logIn();
    page.on('dialog', (dialog) => browser.faults.push(`dialog ${dialog.message()}`));
    const all = [...payloads, ...scripts];
    for (let start = 0; start < all.length; start += 40) {
      const some = all.slice(start, start + 40);
      const channel = await browser.server.channel({ name: (some[0] ?? 'x').trim().slice(0, 100) });
      await browser.server.as.agent.post('/status/ping', { agentId: channel.id, message: some[1] });
      for (const [index, [type, payload]] of questions(some).entries()) {
        const file = new File(some, some[index] ?? '', { type: types[index % types.length] ?? '' });
        const attachmentIds = [await storeFile(browser, channel.id, file)];
        const text = some.slice(index * 4).join('\n\n');
        const { id } = await ask(browser, type, payload, { channel, text, attachmentIds });
        await openQuestion(page, id);
        await page.locator('.review-card[data-ready]').waitFor();
        await page.getByRole('list', { name: 'Attachments' }).waitFor();
        await nothingRan(page);
      }
    }
  },
  { timeout: 300_000 },
);

test('shows the scripts in answers as plain text', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn();
  for (const text of payloads.filter((_, index) => index % 20 === 0)) {
    const asked = await ask(browser, 'text-input', { markdown: true }, { text });
    const response = { text };
    await browser.server.as.owner.post(`/reviews/${asked.id}/respond`, { response });
    const free = await ask(browser, 'freeform', {}, { text });
    await browser.server.as.owner.post(`/reviews/${free.id}/respond`, {
      response: { [text || 'x']: { [text]: text } },
    });
    for (const { id } of [asked, free]) {
      await openQuestion(page, id);
      await page.getByText(/answered .* by Ana/).waitFor();
      await nothingRan(page);
    }
  }
  await page.goto('/answered');
  await page.getByText('Today').waitFor();
  await nothingRan(page);
});
