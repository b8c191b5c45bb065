import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { getTest, testContact } from '../core/notices/tests.ts';
import {
  createContact,
  deleteContact,
  listContacts,
  updateContact,
} from '../core/reach/contacts.ts';
import { Contact, CreateContact, Test, UpdateContact } from '../core/reach/schema.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

const params = z.object({ id: Id });

export const contactRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/contacts', detail: { tags: ['Contacts'] } })
    .use(withCaller)
    .get('/', ({ caller }) => listContacts(inbox, caller), {
      detail: { operationId: 'listContacts', summary: 'List the ways to reach you' },
      response: { 200: z.array(Contact), ...failures },
    })
    .post(
      '/',
      async ({ caller, body, status }) => {
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
        response: { 200: Contact, 201: Contact, ...failures },
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
