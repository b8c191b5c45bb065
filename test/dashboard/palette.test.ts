import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { search, testBrowser } from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';

test('finds a pending question by title before answered ones and messages', async () => {
  await using browser = await testBrowser();
  const { owner, agent } = browser.server.as;
  const channel = await browser.server.channel({ name: 'ci' });
  const titled = (title: string) =>
    ask(browser, 'approval', { title }, { channel, text: 'Please decide.' });
  const done = [await titled('Deploy v2.2.1'), await titled('Deploy v2.2.2')];
  for (const [at, { id }] of done.entries()) {
    const response = { selectedOption: at === 0 ? 'approve' : 'reject' };
    await owner.post(`/reviews/${id}/respond`, { response });
  }
  const { id } = await titled('Deploy v2.3.1');
  await agent.post<Message>('/messages', { channelId: channel.id, text: 'deploy log: fine' });
  const page = await browser.logIn('/files');
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  await search(page, 'deploy');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /deploy log: fine/ }).waitFor();
  await dialog.getByRole('button', { name: /Deploy v2\.2\.1/ }).waitFor();
  await dialog.getByRole('button', { name: /Deploy v2\.3\.1/ }).waitFor();
  const found = await dialog.getByRole('button').allInnerTexts();
  expect(found.map((text) => text.replaceAll(/\s*\n\s*/g, ' | ')).slice(0, 4)).toEqual([
    expect.stringMatching(/^Deploy v2\.3\.1 \| ci · .+ left$/),
    'Rejected | Deploy v2.2.2 | ci · Reject',
    'Approved | Deploy v2.2.1 | ci · Approve',
    'deploy log: fine | ci',
  ]);
  const groups = await dialog
    .locator('.mantine-Spotlight-actionsGroup')
    .evaluateAll((all) => all.map((group) => getComputedStyle(group, '::before').content));
  expect(groups).toEqual(['"Pending"', '"Answered"', '"Messages"']);
  // The first is selected, whatever was found before it; the arrows move on.
  const selected = dialog.locator('[data-selected]');
  await selected.getByText('Deploy v2.3.1').waitFor();
  await page.keyboard.press('ArrowDown');
  await selected.getByText('Deploy v2.2.2').waitFor();
  await page.keyboard.press('ArrowUp');
  await selected.getByText('Deploy v2.3.1').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/m/${id}`);
});

test('keeps what an arrow moved to while the results are found again', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'ci' });
  const asked = [];
  for (const title of ['Deploy v1', 'Deploy v2', 'Deploy v3']) {
    asked.push(await ask(browser, 'approval', { title }, { channel, text: 'Please decide.' }));
  }
  const page = await browser.logIn('/files');
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  await search(page, 'deplo');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Deploy v1/ }).waitFor();
  const found = page.waitForResponse(/\/reviews\/pending\?.*search=deploy/);
  await page.keyboard.type('y');
  await page.keyboard.press('ArrowDown');
  const selected = dialog.locator('[data-selected]');
  await selected.getByText('Deploy v2').waitFor();
  await found;
  await ask(browser, 'approval', { title: 'Deploy v0' }, { channel, text: 'Please decide.' });
  await dialog.getByRole('button', { name: /Deploy v0/ }).waitFor();
  await selected.getByText('Deploy v2').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/m/${asked[1]?.id}`);
});

test('is empty when it is opened again, however soon', async () => {
  await using browser = await testBrowser();
  await browser.server.channel({ name: 'ci' });
  const page = await browser.logIn('/files', { reducedMotion: 'no-preference' });
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  await search(page, 'activ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const field = page.getByPlaceholder('Search or go to…');
  await page.waitForFunction(
    () => document.querySelector('[role=dialog] input') === document.activeElement,
  );
  await page.keyboard.type('answ');
  await page.getByRole('dialog').getByRole('button', { name: 'Answered' }).waitFor();
  expect(await field.inputValue()).toBe('answ');
});
