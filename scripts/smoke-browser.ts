// A new user's way through the dashboard of the executable: setup, first agent, first answer.
import { startChromium } from './chromium.ts';

/**
 * Goes from the one-time link to an answered question, by keyboard; throws if a step does not
 * appear.
 */
export async function answerInBrowser(setUpUrl: string): Promise<void> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(setUpUrl);
    await page.getByLabel('Your name').waitFor();
    for (const words of ['Ana', 'ana@example.com', 'a long password']) {
      await page.keyboard.type(words);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your first agent' }).waitFor();
    await page.getByLabel('Agent name').fill('deploy-bot');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy code' }).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    await Bun.spawn(['sh', '-c', `${command} -s -o /dev/null`]).exited;
    await page.waitForURL('**/m/*');
    await page.locator('.review-card[data-ready]').waitFor();
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: /all caught up/ }).waitFor();
  } finally {
    await browser.close();
  }
}
