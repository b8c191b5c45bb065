/** A phone on which ntfy shows a question: its words and buttons are those that ntfy was sent. */
import type { Page } from 'playwright-core';
import { createClient, ok } from '../../src/client/client.ts';
import { makeContact } from '../demo/reach.ts';

export const NOTIFICATION = 'notification';

/** A notification as ntfy's documentation describes publishing one. */
export type Published = { title: string; message: string; actions?: { label: string }[] };

type Inbox = { url: string; data: string; token: string };

/** @param published resolves to the next notification that has buttons */
export async function showNotification(
  page: Page,
  { url, data, token }: Inbox,
  published: () => Promise<Published>,
): Promise<void> {
  const [owner, agent] = [createClient(url, { token }), createClient(url, { apiKey: token })];
  await ok(
    owner.auth.setup.post({ email: 'ana@example.com', password: 'correct horse', name: 'Ana' }),
  );
  await makeContact(owner, data, 'Phone', 'ana-phone-7f3a');
  const channel = await ok(
    owner.agents.post({ name: 'deploy-bot', description: null, avatarUrl: null, webhookUrl: null }),
  );
  const sent = published();
  await ok(
    agent.messages.post({
      channelId: channel.id,
      text: 'All 482 checks passed. The second migration locks the orders table for 40 s.',
      review: {
        type: 'approval',
        payload: {
          title: 'Deploy 2.3.1 to production?',
          options: [
            { id: 'deploy', label: 'Deploy', style: 'primary' },
            { id: 'reject', label: 'Reject', style: 'danger' },
          ],
        },
      },
    }),
  );
  await page.setContent(lockScreen(await sent));
}

function lockScreen({ title, message, actions = [] }: Published): string {
  const line = (text: string) => `<p>${Bun.escapeHTML(text)}</p>`;
  const button = (label: string) => `<button>${Bun.escapeHTML(label)}</button>`;
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A notification</title>
<style>${style}</style><main><h1>09:41</h1><p class="day">Monday, 2 March</p>
<article><p class="app">ntfy · now</p><h2>${Bun.escapeHTML(title)}</h2>${message.split('\n').map(line).join('')}
<div>${actions.map(({ label }) => button(label)).join('')}</div></article></main></html>`;
}

const style = `
* { box-sizing: border-box; margin: 0 }
body { font: 17px/1.4 system-ui, sans-serif; color: #fff; background: linear-gradient(160deg, #1f3a6d, #472a5e 55%, #7a3b52); min-height: 100vh }
main { padding: 96px 14px } h1 { font-size: 76px; font-weight: 300; text-align: center; line-height: 1.1 } .day { text-align: center; margin-bottom: 64px }
article { border-radius: 22px; padding: 16px 18px; color: #16181d; background: #f4f5f8 }
h2 { font-size: 18px; margin: 4px 0 } .app { font-size: 14px; color: #4b505b }
div { display: flex; gap: 8px; margin-top: 14px } button { flex: 1; font: inherit; font-weight: 600; padding: 10px; border: 0; border-radius: 12px; color: #1b4fb5; background: #dfe5f3 }
@media (prefers-color-scheme: dark) {
  body { background: linear-gradient(160deg, #0c1730, #1d1228 55%, #301823) }
  article { color: #eceef3; background: #23262e } .app { color: #adb3c0 } button { color: #a8c4ff; background: #343a48 }
}`;
