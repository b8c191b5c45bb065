/** Notifications that are pushed to a real browser, and answered without a window of the inbox. */
import { expect, test } from 'bun:test';
import type { Contact } from '../../src/core/notify/schema.ts';
import { accessFaults } from '../support/browser/browser.ts';
import { asks, settles, testPushed, testWithoutWindow } from '../support/browser/pushed.ts';
import { ask } from '../support/browser/questions.ts';
import { eventually } from '../support/reach/eventually.ts';

const approval = { title: 'Deploy to production?' };
const ownName = { name: 'Ana' };

test('turns on notifications of this device, tests them by its receipt, and turns them off', async () => {
  await using pushed = await testPushed('/settings/notifications');
  const { page, server } = pushed;
  const contacts = async () => (await server.as.owner.get<Contact[]>('/contacts')).body;
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  const step = (name: string, progress: string) =>
    page.locator(`.test-step[data-progress=${progress}]`, { hasText: name }).waitFor();
  await step('Shown on your device', 'current');
  expect(await contacts()).toMatchObject([{ kind: 'webpush', name: 'Chrome on Linux' }]);
  const tag = await pushed.deliver(({ data }) => data.what === 'tests');
  await step('Accepted by 127.0.0.1', 'done');
  await step('Shown on your device after', 'done');
  await page.getByText(/^Shown on your device after \d+(\.\d)?s/).waitFor();
  expect(await pushed.pushes.shown(tag)).toMatchObject({ title: 'Test', actions: [] });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('This device gets notifications while').waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  expect(await contacts()).toEqual([]);
});

test('shows a question, answers it by its button, and shows how it ended', async () => {
  await using pushed = await testWithoutWindow();
  const { browser, pushes, review } = pushed;
  const { id } = await ask(browser, 'approval', approval);
  await pushed.deliver(asks(id));
  const asked = await pushes.shows(id);
  expect(asked).toMatchObject({
    title: 'Deploy to production?',
    actions: ['Approve', 'Reject'],
    isSilent: false,
  });
  await eventually(async () => (await review(id))?.reach?.state === 'delivered');
  // It may come again under the same identity, and alerts once.
  await pushed.deliver(asks(id));
  await pushes.shows(id, ({ isSilent }) => isSilent);
  await pushes.press(id, 'answer-0');
  expect(await pushes.shown(id)).toMatchObject({ body: 'Answered: Approve', actions: [] });
  expect(await review(id)).toMatchObject({
    response: { selectedOption: 'approve' },
    respondedBy: { ...ownName, via: 'webpush' },
  });
  await pushed.deliver(settles(id));
  const settled = await pushes.shows(id, ({ body }) => body !== 'Answered: Approve');
  expect(settled).toMatchObject({ body: 'Approved by Ana', actions: [], isSilent: true });
});

test('asks for a second press before an answer that is marked as dangerous', async () => {
  await using pushed = await testWithoutWindow();
  const { browser, pushes, review } = pushed;
  const options = ['keep', { id: 'wipe', label: 'Wipe', style: 'danger' }];
  const { id } = await ask(browser, 'approval', { ...approval, options });
  await pushed.deliver(asks(id));
  await pushes.shows(id);
  await pushes.press(id, 'answer-1');
  expect(await pushes.shown(id)).toMatchObject({
    body: 'Press “Wipe” again to confirm.',
    actions: ['Wipe', 'Back'],
  });
  await pushes.press(id, 'back');
  expect(await pushes.shown(id)).toMatchObject({ actions: ['keep', 'Wipe'] });
  expect((await review(id))?.status).toBe('pending');
  await pushes.press(id, 'answer-1');
  await pushes.press(id, 'answer-1');
  expect(await review(id)).toMatchObject({ response: { selectedOption: 'wipe' } });
});

test('says who has answered already when a button is pressed late', async () => {
  await using pushed = await testWithoutWindow();
  const { browser, server, pushes } = pushed;
  const { id } = await ask(browser, 'approval', approval);
  await pushed.deliver(asks(id));
  await pushes.shows(id);
  await server.as.owner.post(`/reviews/${id}/respond`, { response: { selectedOption: 'reject' } });
  await pushes.press(id, 'answer-0');
  expect(await pushes.shown(id)).toMatchObject({
    body: 'Already answered by Ana',
    actions: [],
    isSilent: true,
  });
});

test('keeps its buttons and says why an answer was not sent', async () => {
  await using pushed = await testWithoutWindow();
  const { browser, server, page, pushes, review } = pushed;
  const { id } = await ask(browser, 'approval', approval);
  await pushed.deliver(asks(id));
  await pushes.shows(id);
  const cookies = await page.context().cookies(server.url);
  await page.context().clearCookies();
  await pushes.press(id, 'answer-0');
  expect(await pushes.shown(id)).toMatchObject({
    body: expect.stringMatching(/^Not sent: you are logged out/),
    actions: ['Approve', 'Reject'],
  });
  expect((await review(id))?.status).toBe('pending');
  await page.context().addCookies(cookies);
  await pushes.press(id, 'answer-0');
  expect((await review(id))?.status).toBe('completed');
  const other = await ask(browser, 'approval', approval);
  await pushed.deliver(asks(other.id));
  await pushes.shows(other.id);
  await server.stop();
  await pushes.press(other.id, 'answer-0');
  expect(await pushes.shown(other.id)).toMatchObject({
    body: expect.stringMatching(/^Not sent: the inbox can’t be reached/),
    actions: ['Approve', 'Reject'],
  });
});

test('closes notifications of ended questions once opened, and opens a question in its window', async () => {
  await using pushed = await testWithoutWindow();
  const { browser, server, page, pushes } = pushed;
  const { id } = await ask(browser, 'approval', approval);
  await pushed.deliver(asks(id));
  await pushes.shows(id);
  await server.as.owner.post(`/reviews/${id}/respond`, { response: { selectedOption: 'reject' } });
  const other = await ask(browser, 'approval', { title: 'And to staging?' });
  await Promise.all([asks(id), settles(id), asks(other.id)].map((one) => pushed.deliver(one)));
  await pushes.shows(other.id);
  await page.goto('/activity');
  await eventually(async () => (await pushes.shown(id)) === null);
  expect(await pushes.shown(other.id)).toMatchObject({ title: 'And to staging?' });
  // Only a person's press may focus a window.
  await pushes.press(other.id, '').catch(() => {});
  await page.waitForURL(`**/m/${other.id}`);
  expect(await pushes.shown(other.id)).toBeNull();
});

test('corrects a notification that counts questions while the inbox is open, and closes it once opened', async () => {
  await using pushed = await testWithoutWindow();
  const { browser, server, page, pushes } = pushed;
  const channel = await server.channel();
  const ids: string[] = [];
  for (const _ of Array(6)) ids.push((await ask(browser, 'approval', approval, { channel })).id);
  // Questions after the third are gathered for 20 seconds.
  const isCount = ({ title }: { title: string }) => title === '3 questions are pending';
  const tag = await pushed.deliver(isCount, 60_000);
  expect(await pushes.shows(tag)).toMatchObject({ isSilent: false });
  // An attempt that may have failed is repeated, and alerts once.
  await pushed.deliver(isCount);
  await pushes.shows(tag, ({ isSilent }) => isSilent);
  const reject = (id = '') =>
    server.as.owner.post(`/reviews/${id}/respond`, { response: { selectedOption: 'reject' } });
  // The inbox's push about it is not delivered, as on an iPhone.
  await reject(ids[3]);
  await page.goto('/activity');
  expect(await pushes.shows(tag, ({ title }) => title === '2 questions are pending')).toMatchObject(
    { actions: [], isSilent: true },
  );
  await reject(ids[4]);
  await pushes.shows(tag, ({ title }) => title === '1 question is pending');
  await page.goto('about:blank');
  await reject(ids[5]);
  await page.goto('/activity');
  await eventually(async () => (await pushes.shown(tag)) === null);
});
