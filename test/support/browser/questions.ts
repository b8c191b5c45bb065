/** Questions asked of a person in a browser. */
import type { Locator, Page } from 'playwright-core';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { Attachment } from '../../../src/core/files/schema.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { eventually } from '../reach/eventually.ts';
import { openPath, type TestBrowser } from './browser.ts';

type More = {
  channel?: Agent;
  text?: string;
  status?: string;
  expiresInSeconds?: number;
  attachmentIds?: string[];
  metadata?: JsonObject;
};

/** Asks as an agent of a new channel, or of the one that is given. */
export async function ask(
  { server }: TestBrowser,
  type: string,
  payload: JsonObject = {},
  { channel, expiresInSeconds, ...more }: More = {},
): Promise<Message> {
  const review = { type, payload, ...(expiresInSeconds ? { expiresInSeconds } : {}) };
  const { id: channelId } = channel ?? (await server.channel());
  const body = { channelId, text: 'Well?', review, ...more };
  const sent = await server.as.agent.post<Message>('/messages', body);
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body));
  return sent.body;
}

/** The answer as the agent gets it, once there is one. */
export async function answerOf({ server }: TestBrowser, { id, channelId }: Message) {
  const path = `/reviews/${id}/wait?channel=${channelId}&timeout=30000`;
  const { body } = await server.as.agent.get<{ status: string; message?: Message }>(path);
  return body.message?.review?.response ?? body.status;
}

/** Opens a question, pending or answered, on a page that shows another. */
export async function openQuestion(page: Page, id: string): Promise<void> {
  await openPath(page, `/m/${id}`);
  await page.locator(`.question-channel[href$="${id}"]`).waitFor();
}

/** Resolves once the open question reacts to keys. */
export const isReady = (page: Page): Promise<void> =>
  page.locator('.review-card[data-ready]').waitFor();

/** Resolves when a pointer may press what answers. */
export async function isSteady(button: Locator): Promise<void> {
  // A page that is drawn again may replace it.
  await eventually(() =>
    button.scrollIntoViewIfNeeded().then(
      () => true,
      (failure: Error) => {
        if (!failure.message.includes('not attached')) throw failure;
        return false;
      },
    ),
  );
  await button.and(button.page().locator(':not([aria-disabled])')).waitFor();
}

/** Three different keys within 600 ms are a word. */
const APART_MS = 650;
const pressedAt = new WeakMap<Page, number>();

/** Presses keys one after another once the open question reacts to them: as keys, and not as text. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  await isReady(page);
  await pressAnyway(page, ...keys);
}

/** Does the same if the open question ignores keys. */
export async function pressAnyway(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await Bun.sleep(Math.max(0, (pressedAt.get(page) ?? 0) + APART_MS - Date.now()));
    await page.keyboard.press(key);
    pressedAt.set(page, Date.now());
  }
}

/** Stores a file for a message that is sent next; returns its id. */
export async function storeFile(
  { server }: TestBrowser,
  channelId: string,
  file: File,
): Promise<string> {
  const form = new FormData();
  form.set('channelId', channelId);
  form.set('file', file);
  const response = await fetch(`${server.url}/api/v1/files/store`, {
    method: 'POST',
    headers: { 'x-api-key': server.agentKey.key },
    body: form,
  });
  return ((await response.json()) as Attachment).id;
}
