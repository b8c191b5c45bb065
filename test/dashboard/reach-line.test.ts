/** How far a question has come on its way to people, as its page shows it. */
import { expect, test } from 'bun:test';
import { accessFaults, testBrowser } from '../support/browser/browser.ts';
import { ask, openQuestion } from '../support/browser/questions.ts';
import { testNtfy } from '../support/reach/ntfy.ts';

test('shows live how far a question has come, and who was notified', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  const contact = { kind: 'ntfy', address: 'phone', name: 'Phone' };
  await browser.server.as.owner.post('/contacts', contact);
  const answered = Promise.withResolvers<number>();
  ntfy.answer(() => answered.promise);
  const page = await browser.logIn();
  await page.getByText('Connect your first agent').waitFor();
  await ask(browser, 'approval', { title: 'Deploy?' });
  const line = page.locator('.reach-line');
  await line.getByText('Notifying 1 person').waitFor();
  await ntfy.has(1);
  answered.resolve(200);
  await line.getByText('Sent to 1 person · seen').waitFor();
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Notifications of this question' });
  await dialog.getByText('1 of 1 person can be notified.').waitFor();
  const row = dialog.locator('.notices > li');
  await row.getByText('Phone').waitFor();
  await row.getByText(/^sent /).waitFor();
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
});

test('shows why a notification failed, and updates the open list live', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  await browser.server.as.owner.post('/contacts', { kind: 'ntfy', address: 'phone' });
  const answered = Promise.withResolvers<number>();
  ntfy.answer(() => answered.promise);
  const { id } = await ask(browser, 'approval', { title: 'Deploy?' });
  await ntfy.has(1);
  const page = await browser.logIn(`/m/${id}`);
  await page.locator('.reach-line').click();
  const row = page.locator('.notices > li');
  await row.getByText('being sent').waitFor();
  answered.resolve(403);
  await row.getByText('failed').waitFor();
  await row.getByText('HTTP 403').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.reach-line[data-warning]').getByText('Failed to send').waitFor();
});

test('offers notifications in a new inbox, and drops the offer live once there is a contact', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  await ask(browser, 'approval', { title: 'Deploy?' });
  const page = await browser.logIn();
  const offer = page.getByRole('link', { name: 'Get notified on your phone' });
  await offer.waitFor();
  expect(await page.locator('[data-warning]').count()).toBe(0);
  expect(await accessFaults(page)).toEqual([]);
  expect(await offer.getAttribute('href')).toBe('/settings/notifications');
  await browser.server.as.owner.post('/contacts', { kind: 'ntfy', address: 'phone' });
  await page.locator('.reach-line').getByText('Notifying 1 person').waitFor();
});

test('drops a warning live once a user can be notified', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  const contact = { kind: 'ntfy', address: 'phone', from: 'critical' };
  const { body } = await browser.server.as.owner.post<{ id: string }>('/contacts', contact);
  await ask(browser, 'approval', { title: 'Deploy?' });
  const page = await browser.logIn();
  await page.locator('.reach-line[data-warning]').getByText('Nobody can be notified').waitFor();
  await browser.server.as.owner.patch(`/contacts/${body.id}`, { from: 'low' });
  await page.locator('.reach-line:not([data-warning])').getByText('Notifying 1 person').waitFor();
});

test('warns of a pending question that reaches nobody, and not of one that has ended', async () => {
  await using browser = await testBrowser();
  const user = { name: 'Ann', email: 'ann@example.com', role: 'reviewer', channels: [] };
  await browser.server.as.owner.post('/users', user);
  const asked = await ask(browser, 'approval', { title: 'Deploy?' });
  const page = await browser.logIn();
  await page.locator('.reach-line[data-warning]').getByText('Nobody can be notified').waitFor();
  expect(await accessFaults(page)).toEqual([]);
  const response = { selectedOption: 'approve' };
  await browser.server.as.owner.post(`/reviews/${asked.id}/respond`, { response });
  await page.locator('.reach-line:not([data-warning])').getByText('Nobody was notified').waitFor();
});

test('shows high and critical urgency in the list and on the question', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const urgent = async (urgency: string, title: string) => {
    const review = { type: 'approval', payload: { title }, urgency };
    const body = { channelId: channel.id, review };
    return (await browser.server.as.agent.post<{ id: string }>('/messages', body)).body.id;
  };
  const ids = [await urgent('critical', 'One?'), await urgent('high', 'Two?')];
  await urgent('normal', 'Three?');
  await urgent('low', 'Four?');
  const page = await browser.logIn();
  const row = (title: string) => page.locator('.inbox-row', { hasText: title });
  await row('One?').getByText('Critical').waitFor();
  await row('Two?').getByText('High').waitFor();
  await row('Four?').waitFor();
  expect(await page.locator('.inbox-row .urgency').count()).toBe(2);
  await openQuestion(page, ids[1] ?? '');
  await page.locator('.question-context').getByText('High').waitFor();
  expect(await page.locator('.question-context').getByText('as critical').count()).toBe(0);
  expect(await accessFaults(page)).toEqual([]);
});
