import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Inbox } from '../core/inbox.ts';
import { getPlugin } from '../core/plugins/plugins.ts';
import { Plugin } from '../core/plugins/schema.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const pluginRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/plugins', detail: { tags: ['Plugins'] } })
    .use(withCaller)
    .get('/', () => inbox.plugins, {
      detail: { operationId: 'listPlugins', summary: 'List installed plugins' },
      response: { 200: z.array(Plugin), ...failures },
    })
    .get('/:name', ({ params }) => getPlugin(inbox, params.name), {
      params: z.object({ name: z.string() }),
      detail: { operationId: 'getPlugin', summary: 'Get a plugin' },
      response: { 200: Plugin, ...failures },
    });
