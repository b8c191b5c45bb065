/** A browser replaces its subscription. */
import { expect, test } from 'bun:test';
import type { Contact } from '../../src/core/notify/schema.ts';
import { testPushed, testWithoutWindow } from '../support/browser/pushed.ts';
import { subscribeAs } from '../support/browser/pushes.ts';
import { ask } from '../support/browser/questions.ts';
import { eventually } from '../support/reach/eventually.ts';
import type { Pushed } from '../support/reach/push-service.ts';

const rules = { name: 'Phone', answers: false, shows: 'title', from: 'normal', delaySeconds: 1 };

test('moves the contact when the browser replaces its subscription without a window', async () => {
  await using pushed = await testWithoutWindow();
  const { server, address, service, pushes } = pushed;
  const contacts = async () => (await server.as.owner.get<Contact[]>('/contacts')).body;
  const [before] = await contacts();
  await server.as.owner.patch(`/contacts/${before?.id}`, rules);
  const next = service.subscribe('/push/replaced-by-another');
  await pushes.replace(address, next);
  const all = await contacts();
  expect(all).toMatchObject([{ ...rules, address: `…${next.endpoint.slice(-4)}` }]);
  expect(all[0]?.id).not.toBe(before?.id);
  const { id } = await ask(pushed.browser, 'approval', { title: 'Deploy?' });
  // The former subscription may still learn that a contact was added, before it is removed.
  const isOfQuestion = ({ notification }: Pushed) => notification.tag === id;
  const at = await eventually(() => {
    const found = service.pushed().findIndex(isOfQuestion);
    return found >= 0 && service.received[found];
  });
  expect(at).toMatchObject({ path: '/push/replaced-by-another' });
});

test('moves the contact at the next login if the browser replaced its subscription before it', async () => {
  await using pushed = await testPushed('/settings/notifications');
  const { browser, server, page, address, service, pushes } = pushed;
  const contacts = async () => (await server.as.owner.get<Contact[]>('/contacts')).body;
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.locator('.test-step[data-progress=current]').waitFor();
  const [before] = await contacts();
  await page.goto('about:blank');
  await page.context().clearCookies();
  const next = service.subscribe('/push/replaced-by-another');
  await pushes.replace(address, next);
  expect((await contacts()).map(({ id }) => id)).toEqual([before?.id ?? '']);
  await subscribeAs(page.context(), next);
  await browser.logIn('/', { on: page });
  const moved = await eventually(async () => {
    const [one, ...others] = await contacts();
    return others.length === 0 && one?.id !== before?.id ? one : null;
  });
  const of = { name: 'Chrome on Linux', address: `…${next.endpoint.slice(-4)}` };
  expect(moved).toMatchObject({ ...of, answers: true });
});

test('subscribes again with the key of an inbox that was restored from elsewhere', async () => {
  await using pushed = await testPushed('/settings/notifications');
  const { server, page, address } = pushed;
  const contacts = async () => (await server.as.owner.get<Contact[]>('/contacts')).body;
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.locator('.test-step[data-progress=current]').waitFor();
  // The key that the subscription is bound to is another one now.
  await page.evaluate(() => localStorage.setItem('test-push-key', 'AAAA'));
  await page.goto('/activity');
  const { body } = await server.as.owner.get<{ key: string }>('/push/key');
  await page.waitForFunction((key) => localStorage.getItem('test-push-key') === key, body.key);
  expect(await contacts()).toMatchObject([{ address: `…${address.endpoint.slice(-4)}` }]);
});
