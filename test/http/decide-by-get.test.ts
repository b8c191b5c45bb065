/** No GET decides anything: at every route and every page, with a valid link wherever it may be. */
import { expect, test } from 'bun:test';
import { decisionLink } from '../../scripts/demo/decision-link.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Decision } from '../../src/core/notify/decision-schema.ts';
import type { Contact } from '../../src/core/notify/schema.ts';
import { pages } from '../../src/dashboard/app/pages.tsx';
import { appOf } from '../support/inbox/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { confirmOver } from '../support/reach/confirming.ts';
import { testServer } from '../support/server/server.ts';

async function pathsOf(): Promise<string[]> {
  await using inbox = await testInbox();
  const { routes } = await appOf(inbox);
  const outside = [
    '/decide',
    '/login',
    '/setup',
    '/device',
    '/docs/reach',
    '/metrics',
    '/socket.io/',
  ];
  const ofPages = pages.flatMap(({ paths }) => paths);
  return [...new Set([...routes.map(({ path }) => path), ...ofPages, ...outside])];
}

/** A path with what may be in it: the link or the id of its question. */
const filled = (path: string, by: string) => path.replace(/^\*/, '/*').replace(/:\w+|\*/g, by);

const queryOf = (link: string) =>
  new URLSearchParams({ link, token: link, decision: link, next: `/decide#${link}`, timeout: '0' });

const headersOf = (link: string, owner: Record<string, string>): Record<string, string>[] => [
  {},
  { accept: 'text/html' },
  { authorization: `Bearer ${link}` },
  { 'x-api-key': link },
  { cookie: `inbox_session=${link}; link=${link}`, referer: `http://localhost/decide#${link}` },
  { ...owner, 'x-http-method-override': 'POST' },
];

test('decides nothing for a GET or HEAD of any route or page, or a form posted to a page', async () => {
  await using server = await testServer({ ntfyUrl: 'http://127.0.0.1:1', rateLimit: 'off' });
  const { as, data, url } = server;
  const { body: contact } = await as.owner.post<Contact>('/contacts', {
    kind: 'ntfy',
    address: 'a',
  });
  await confirmOver(server, contact.id);
  const { id: channelId } = await server.channel();
  const { body: asked } = await as.agent.post<Message>('/messages', {
    channelId,
    review: { type: 'approval' },
  });
  const link = await decisionLink(data, contact.id, asked);
  const paths = await pathsOf();
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths) {
    for (const target of new Set([
      filled(path, asked.id),
      filled(path, link),
      `${filled(path, link)}/${link}`,
    ])) {
      const requests = headersOf(link, as.ownerHeaders).flatMap((headers) =>
        ['GET', 'HEAD'].map(async (method) => {
          const response = await fetch(`${url}${target}?${queryOf(link)}`, { method, headers });
          await response.body?.cancel();
        }),
      );
      await Promise.all(requests);
    }
  }
  for (const page of ['/', '/decide', `/decide/${link}`, `/m/${asked.id}`]) {
    const form = new URLSearchParams({ link, authorization: `Bearer ${link}` });
    const { status } = await fetch(`${url}${page}?${queryOf(link)}`, {
      method: 'POST',
      body: form,
    });
    expect([page, status]).toEqual([page, 404]);
  }
  const { body } = await as.owner.get<Message>(`/reviews/${asked.id}`);
  expect(body.review).toMatchObject({ status: 'pending', response: null });
  expect(await as.key(link).post<Decision>('/decide')).toMatchObject({
    status: 200,
    body: { answer: 'Approve', again: false },
  });
}, 120_000);
