import { Elysia } from 'elysia';
import { getLocalAnswers, setLocalAnswers } from '../core/access/local-answers.ts';
import { LocalAnswers, SetLocalAnswers } from '../core/access/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const localAnswersRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/local-answers', detail: { tags: ['People'] } })
    .use(withCaller)
    .get('/', ({ caller }) => getLocalAnswers(inbox, caller), {
      detail: {
        operationId: 'getLocalAnswers',
        summary: 'Get whether access to the data directory allows answering without a login',
      },
      response: { 200: LocalAnswers, ...failures },
    })
    .post('/', ({ caller, body }) => setLocalAnswers(inbox, caller, body.localAnswers), {
      body: SetLocalAnswers,
      parse: json,
      detail: {
        operationId: 'setLocalAnswers',
        summary: 'Turn answering without a login on or off',
        description: 'Any owner can turn it off. Only an owner with a login can turn it on.',
      },
      response: { 200: LocalAnswers, ...failures },
    });
