import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Caller } from '../core/access/callers.ts';
import { mustBeHuman } from '../core/access/permissions.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { countTry, forgiveTry } from '../core/logins/tries.ts';
import {
  createContact,
  deleteContact,
  getSubscription,
  listContacts,
  listContactsOf,
  replaceTopic,
  updateContact,
} from '../core/notify/contacts.ts';
import { VerifyContact } from '../core/notify/pairing-schema.ts';
import {
  Contact,
  ContactOfUser,
  CreateContact,
  ListContacts,
  NewContact,
  Subscription,
  Test,
  UpdateContact,
} from '../core/notify/schema.ts';
import { getTest, testContact, verifyByCode } from '../core/notify/verify.ts';
import { hasCode } from '../ways/ways.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import { pairingRoutes } from './pairings.ts';

const params = z.object({ id: Id });

type ContactOptions = {
  /** Whether wrong codes, and codes sent to addresses that are not verified, are counted. */
  isLimited: boolean;
  addressOf: (request: Request) => string | null;
};

export const contactRoutes = (inbox: Inbox, options: ContactOptions) =>
  new Elysia({ prefix: '/contacts', detail: { tags: ['Contacts'] } })
    .use(withCaller)
    .use(verifyRoute(inbox, options))
    .use(pairingRoutes(inbox))
    .get(
      '/',
      async ({ caller, query }) => {
        const whose = query.all === 'true' ? 'everybody' : query.user;
        return whose === undefined
          ? listContacts(inbox, caller)
          : listContactsOf(inbox, caller, whose);
      },
      {
        query: ListContacts,
        detail: {
          operationId: 'listContacts',
          summary: 'List the ways to reach you or, for an owner, other users',
        },
        response: { 200: z.array(z.union([Contact, ContactOfUser])), ...failures },
      },
    )
    .post(
      '/',
      async ({ caller, body, status, request }) => {
        const { kind, address } = body;
        if (hasCode(kind) && typeof address === 'string') {
          await counted(inbox, options, request, caller, address);
        }
        const { contact, created } = await createContact(inbox, caller, body);
        return status(created ? 201 : 200, contact);
      },
      {
        body: CreateContact,
        parse: json,
        detail: {
          operationId: 'createContact',
          summary: 'Add a way to reach you',
          description: 'An address that is already one of your contacts is returned with 200.',
        },
        response: { 200: NewContact, 201: NewContact, ...failures },
      },
    )
    .patch('/:id', ({ caller, params, body }) => updateContact(inbox, caller, params.id, body), {
      params,
      body: UpdateContact,
      parse: json,
      detail: { operationId: 'updateContact', summary: 'Update a contact' },
      response: { 200: Contact, ...failures },
    })
    .delete('/:id', ({ caller, params }) => deleteContact(inbox, caller, params.id), {
      params,
      parse: 'none',
      detail: { operationId: 'deleteContact', summary: 'Remove a contact' },
      response: { 200: z.object({ deleted: z.literal(true) }), ...failures },
    })
    .get('/:id/subscription', ({ caller, params }) => getSubscription(inbox, caller, params.id), {
      params,
      detail: {
        operationId: 'getSubscription',
        summary: 'Get where an app subscribes to a topic that the inbox has made',
        description: 'Only until the contact is confirmed, and for no token.',
      },
      response: { 200: Subscription, ...failures },
    })
    .post(
      '/:id/subscription',
      async ({ caller, params, status }) =>
        status(201, await replaceTopic(inbox, caller, params.id)),
      {
        params,
        parse: 'none',
        detail: {
          operationId: 'createSubscription',
          summary: 'Replace a contact by one with another topic',
          description: 'Nothing more is sent to the former topic.',
        },
        response: { 201: NewContact, ...failures },
      },
    )
    .post(
      '/:id/test',
      async ({ caller, params, status }) =>
        status(202, await testContact(inbox, caller, params.id)),
      {
        params,
        parse: 'none',
        detail: { operationId: 'testContact', summary: 'Send a test to a contact' },
        response: { 202: Test, ...failures },
      },
    )
    .get(
      '/:id/tests/:test',
      ({ caller, params }) => getTest(inbox, caller, params.id, params.test),
      {
        params: params.extend({ test: Id }),
        detail: { operationId: 'getContactTest', summary: 'Get how far a test has come' },
        response: { 200: Test, ...failures },
      },
    );

const verifyRoute = (inbox: Inbox, options: ContactOptions) =>
  new Elysia().use(withCaller).post(
    '/:id/verify',
    async ({ caller, params, body, request }) => {
      const one = await counted(inbox, options, request, caller, params.id);
      const contact = await verifyByCode(inbox, caller, params.id, body.code);
      if (one) await forgiveTry(inbox, one);
      return contact;
    },
    {
      params,
      body: VerifyContact,
      parse: json,
      detail: {
        operationId: 'verifyContact',
        summary: 'Verify a contact by the code that was sent there',
        description: 'A wrong code returns 400 and is rate-limited like a login.',
      },
      response: { 200: Contact, ...failures },
    },
  );

/** Counts a code that may be wrong, or one sent to an address that may be another's. */
async function counted(
  inbox: Inbox,
  { isLimited, addressOf }: ContactOptions,
  request: Request,
  caller: Caller,
  what: string,
) {
  mustBeHuman(caller);
  if (!isLimited) return null;
  const { userId } = caller;
  const account = `${userId} ${what.toLowerCase()}`;
  return countTry(inbox, { what: 'code', address: addressOf(request) ?? '', account, userId });
}
