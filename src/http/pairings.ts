import { Elysia } from 'elysia';
import { z } from 'zod';
import { mustBeHuman } from '../core/access/permissions.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { BotStates, NewPairing, PairContact, Pairing } from '../core/notify/pairing-schema.ts';
import { beginPairing, getPairing } from '../core/notify/pairings.ts';
import { botStates } from '../core/notify/ways.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

const params = z.object({ id: Id });

/** Below `/contacts`. */
export const pairingRoutes = (inbox: Inbox) =>
  new Elysia()
    .use(withCaller)
    .get(
      '/bots',
      ({ caller }) => {
        mustBeHuman(caller);
        return botStates(inbox);
      },
      {
        detail: { operationId: 'getBots', summary: 'Get which bots can notify people' },
        response: { 200: BotStates, ...failures },
      },
    )
    .post(
      '/telegram',
      async ({ caller, body, status }) =>
        status(201, await beginPairing(inbox, caller, 'telegram', body)),
      {
        body: PairContact,
        parse: json,
        detail: {
          operationId: 'pairTelegram',
          summary: 'Get the link that adds a Telegram chat',
          description: 'The link is valid for 15 minutes, and replaces an earlier one.',
        },
        response: { 201: NewPairing, ...failures },
      },
    )
    .get('/telegram/:id', ({ caller, params }) => getPairing(inbox, caller, params.id), {
      params,
      detail: { operationId: 'getPairing', summary: 'Get whether a link was opened' },
      response: { 200: Pairing, ...failures },
    });
