import { Elysia } from 'elysia';
import { getLocalAnswers, setLocalAnswers } from '../core/access/local-answers.ts';
import { LocalAnswers, SetLocalAnswers } from '../core/access/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { guarded } from './guard.ts';

export const localAnswersRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/local-answers', detail: { tags: ['People'] } })
    .use(guarded)
    .get('/', ({ caller }) => getLocalAnswers(inbox, caller), {
      detail: {
        operationId: 'getLocalAnswers',
        summary: 'Whether the data directory answers without a login',
      },
      response: { 200: LocalAnswers, ...failures },
    })
    .post('/', ({ caller, body }) => setLocalAnswers(inbox, caller, body.localAnswers), {
      body: SetLocalAnswers,
      parse: json,
      detail: {
        operationId: 'setLocalAnswers',
        summary: 'Turn answers without a login off, or on again',
        description: 'Any owner turns them off; only an owner who has logged in turns them on.',
      },
      response: { 200: LocalAnswers, ...failures },
    });
