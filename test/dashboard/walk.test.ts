/**
 * A stranger's walk, from the printed link to a question that was answered on a phone, with each way to get there:
 * everything is set in the page. Prints how many presses and seconds each part took.
 */
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { desk, isComplete, owner, phone, testBrowser } from '../support/browser/browser.ts';
import { pushesOf, subscribeAs } from '../support/browser/pushes.ts';
import { isSteady } from '../support/browser/questions.ts';
import { eventually } from '../support/reach/eventually.ts';
import { codeIn, testMailServer } from '../support/reach/mail-server.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { testPushService } from '../support/reach/push-service.ts';
import { BOT_TOKEN, testTelegram } from '../support/reach/telegram.ts';

const ANN = 4242;
/** How the test knows that nobody looks at the inbox. */
const watched = { metrics: '127.0.0.1' };

test('walks from the printed link to answers by ntfy and Telegram, on a small screen', async () => {
  await using ntfy = testNtfy();
  await using telegram = testTelegram();
  await using browser = await testBrowser({ ...watched, telegramUrl: telegram.url });
  const page = await browser.page({ viewport: phone });
  const walk = walkOn(page, browser.server);
  const agent = await walk.toTheFirstAnswer(browser.server.setUpUrl);

  await walk.turnOn('ntfy', { Server: ntfy.url });
  await walk.press(inDialog(page, 'Add contact'));
  await page.getByRole('radio', { name: 'ntfy' }).waitFor();
  await walk.press(inDialog(page, 'Add contact'));
  const topic = await page.getByRole('group', { name: 'topic' }).textContent();
  if (topic === null) throw new Error('No topic is shown');
  await walk.press(inDialog(page, 'Send a test'));
  await eventually(() => ntfy.shown(topic).at(-1));
  expect(await walk.presses(() => ntfy.press(topic, 'Confirm'))).toBe(200);
  await walk.press(inDialog(page, 'Done'));
  const first = await agent.ask('Deploy to staging?');
  await eventually(() => ntfy.shown(topic).find(({ title }) => title === 'Deploy to staging?'));
  expect(await walk.presses(() => ntfy.press(topic, 'Approve'))).toBe(200);
  await agent.isAnswered(first, 'ntfy');
  walk.print('ntfy');

  await walk.turnOn('Telegram', { 'Bot token': BOT_TOKEN });
  await walk.press(inDialog(page, 'Add contact'));
  await walk.press(page.getByRole('radio', { name: 'Telegram' }));
  await walk.press(inDialog(page, 'Get the link'));
  const link = await page.getByRole('dialog').getByRole('link').first().getAttribute('href');
  const code = new URL(link ?? '').searchParams.get('start');
  const turnsOn = page.getByRole('dialog').getByRole('button', { name: /^Turn on/ });
  expect(await turnsOn.count()).toBe(0);
  await walk.presses(async () => telegram.write(ANN, `/start ${code}`));
  await page.getByText('Shown on your device').waitFor();
  const second = await agent.ask('Deploy to production?');
  const asked = await eventually(() =>
    telegram.chat(ANN).find(({ text }) => text.includes('Deploy to production?')),
  );
  const [approve] = asked.reply_markup?.inline_keyboard.flat() ?? [];
  await walk.presses(async () => telegram.press(ANN, asked, approve?.callback_data ?? ''));
  await agent.isAnswered(second, 'telegram');
  walk.print('Telegram');
}, 60_000);

test('walks from the printed link to answers by e-mail and in the browser, on a wide screen', async () => {
  await using mail = await testMailServer();
  await using service = testPushService();
  // The service is on loopback here, where a push service never is.
  await using browser = await testBrowser({ ...watched, webhookAllow: '127.0.0.1' });
  const { server } = browser;
  const page = await browser.page({
    viewport: desk,
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  });
  await subscribeAs(page.context(), service.subscribe());
  const walk = walkOn(page, server);
  const agent = await walk.toTheFirstAnswer(server.setUpUrl);

  await walk.turnOn('E-mail', {
    Host: '127.0.0.1',
    Port: `${mail.port}`,
    Encryption: 'None',
    Sender: 'inbox@example.com',
  });
  await walk.press(inDialog(page, 'Add contact'));
  await walk.enter(inDialog(page, 'E-mail address'), owner.email);
  await walk.press(inDialog(page, 'Add contact'));
  const [verifying] = await mail.has(1);
  await walk.enter(inDialog(page, 'Code'), codeIn(verifying));
  await walk.press(inDialog(page, 'Verify'));
  const first = await agent.ask('Deploy to staging?');
  const [, mailed] = await mail.has(2);
  const [approve = ''] = /http:\S+#\S+/.exec(mailed?.text ?? '') ?? [];
  await walk.presses(() => page.goto(approve));
  await walk.press(page.getByRole('button', { name: 'Approve' }));
  await agent.isAnswered(first, 'email');
  walk.print('E-mail');

  await walk.turnOn('Browser', { 'Contact address (optional)': 'ops@example.com' });
  await walk.press(inDialog(page, 'Done'));
  await walk.press(page.getByRole('button', { name: 'Turn on notifications' }));
  await isComplete(page);
  const pushes = await pushesOf(page, server.url);
  const arrives = async (what: string, id?: string) => {
    const pushed = await eventually(() =>
      service.pushed().find(({ notification: { tag, data } }) => {
        return data.what === what && (id === undefined || tag === id);
      }),
    );
    await pushes.deliver(pushed);
    return pushed.notification.tag;
  };
  await arrives('tests');
  await page.getByText(/^Shown on your device after/).waitFor();
  await walk.press(inDialog(page, 'Done'));
  const second = await agent.ask('Deploy to production?');
  const tag = await arrives('asks', second.id);
  await pushes.shows(tag);
  await walk.presses(() => pushes.press(tag, 'answer-0'));
  await agent.isAnswered(second, 'webpush');
  walk.print('Browser');
}, 60_000);

const inDialog = (page: Page, name: string): Locator => {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name, exact: true });
  return button.or(dialog.getByLabel(name, { exact: true })).last();
};

type Server = { url: string };

/** Each press and each field that is entered counts, and each press on the phone. */
function walkOn(page: Page, { url }: Server) {
  let [count, since] = [0, performance.now()];
  const walk = {
    async press(button: Locator): Promise<void> {
      count++;
      await isSteady(button);
      await button.click();
    },
    async enter(field: Locator, text: string): Promise<void> {
      count++;
      const isChoice = (await field.evaluate(({ tagName }) => tagName)) === 'SELECT';
      await (isChoice ? field.selectOption(text) : field.fill(text));
    },
    /** A press elsewhere than on the page. */
    presses<Result>(act: () => Promise<Result>): Promise<Result> {
      count++;
      return act();
    },
    /** Prints what was done since the last time. */
    print(part: string): void {
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      console.log(`${part}: ${count} presses, ${seconds} s, ${page.viewportSize()?.width} px`);
      [count, since] = [0, performance.now()];
    },
    /** Sets the inbox up, and answers the first question of the agent whose key the page shows. */
    async toTheFirstAnswer(link: string) {
      await page.goto(link);
      await walk.enter(page.getByLabel('Your name'), owner.name);
      await walk.enter(page.getByLabel('E-mail'), owner.email);
      await walk.enter(page.getByLabel('Password', { exact: true }), owner.password);
      await walk.press(page.getByRole('button', { name: 'Continue' }));
      await walk.press(page.getByRole('button', { name: 'Create channel and key' }));
      const key = await page.getByText(/^hp_\w+$/).textContent();
      const agent = agentWith(url, key ?? '', page);
      const { id } = await agent.asks('Deploy 1.4.2?');
      await page.waitForURL(`**/m/${id}`);
      await walk.press(page.getByRole('button', { name: 'Approve' }));
      await agent.isAnswered({ id }, 'dashboard');
      walk.print('Set up');
      return agent;
    },
    /** Turns a way on by its dialog. */
    async turnOn(label: string, settings: Record<string, string>): Promise<void> {
      await walk.presses(() => page.goto('/settings/notifications'));
      await walk.press(
        page.getByRole('button', { name: new RegExp(`^(Turn on|Change) ${label}$`) }),
      );
      for (const [name, value] of Object.entries(settings)) {
        await walk.enter(inDialog(page, name), value);
      }
      await walk.enter(page.getByRole('dialog').getByLabel('Your password'), owner.password);
      await walk.press(page.getByRole('dialog').getByRole('button', { name: /^(Turn on|Save)$/ }));
      await page.getByText(`${label} is on.`).waitFor();
    },
  };
  return walk;
}

/** An agent that has the key. */
function agentWith(url: string, key: string, page: Page) {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    return (await fetch(`${url}/api/v1${path}`, { ...init, headers })).json();
  };
  const agent = {
    async asks(title: string): Promise<Message> {
      const [{ id: channelId }] = await call('/agents');
      const review = { type: 'approval', payload: { title } };
      const body = JSON.stringify({ channelId, text: title, review });
      return call('/messages', { method: 'POST', body });
    },
    /** Asks once the person has closed the inbox, as a person who looks at it is notified later. */
    async ask(title: string): Promise<Message> {
      await page.goto('about:blank');
      await eventually(async () => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        return metrics.includes('\ninbox_sockets 0\n');
      });
      return agent.asks(title);
    },
    isAnswered: ({ id }: Pick<Message, 'id'>, via: string) =>
      eventually(async () => {
        const { review }: Message = await call(`/reviews/${id}`);
        return review?.respondedBy?.via === via;
      }),
  };
  return agent;
}
