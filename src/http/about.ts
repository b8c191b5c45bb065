import { Elysia } from 'elysia';
import { describeInbox } from '../core/about/about.ts';
import { About, type Setting } from '../core/about/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { version } from '../version.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const aboutRoute = (inbox: Inbox, settings: () => Promise<Setting[]>) =>
  new Elysia({ detail: { tags: ['Server'] } }).use(withCaller).get(
    '/about',
    async ({ caller }) => {
      const described = await describeInbox(inbox, caller);
      return { version, ...described, settings: await settings() };
    },
    {
      detail: {
        operationId: 'describeInbox',
        summary: 'Get the version, the data directory, its size and all settings',
      },
      response: { 200: About, ...failures },
    },
  );
