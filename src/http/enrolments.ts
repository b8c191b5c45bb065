/** How machines get their keys: an owner's side by `/enrolments`, the machine's by `/enrol`. */
import { Elysia } from 'elysia';
import { z } from 'zod';
import { beginEnrolment, enrol, listMachines } from '../core/enrolments/enrolments.ts';
import { Enrol, Enrolled, Enrolment, Machine, NewEnrolment } from '../core/enrolments/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Gates } from './gates/gates.ts';
import { visitToLogIn } from './gates/visit.ts';

type EnrolOptions = {
  gates: Gates;
  /** Whether wrong codes are counted. */
  isLimited: boolean;
  addressOf: (request: Request) => string | null;
};

export const enrolmentRoutes = (inbox: Inbox, { gates, isLimited, addressOf }: EnrolOptions) =>
  new Elysia({ detail: { tags: ['Keys'] } })
    .post(
      '/enrol',
      async ({ body, request, status }) => {
        const visit = visitToLogIn(request, addressOf, gates);
        return status(201, await enrol(inbox, body, { visit, isLimited }));
      },
      {
        body: Enrol,
        parse: json,
        detail: {
          operationId: 'collectKey',
          summary: 'Exchange a code for a key',
          description: 'Works once for a code. Wrong codes are counted like wrong passwords.',
          public: true,
        },
        response: { 201: Enrolled, ...failures },
      },
    )
    .use(ownerRoutes(inbox));

const ownerRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/enrolments' })
    .use(withCaller)
    .get('/', ({ caller }) => listMachines(inbox, caller), {
      detail: {
        operationId: 'listMachines',
        summary: 'List the machines that were connected',
        description: 'A key gets its own machine.',
      },
      response: { 200: z.array(Machine), ...failures },
    })
    .post(
      '/',
      async ({ caller, body, status }) => status(201, await beginEnrolment(inbox, caller, body)),
      {
        body: NewEnrolment,
        parse: json,
        detail: {
          operationId: 'createEnrolment',
          summary: 'Create a code that connects a machine',
        },
        response: { 201: Enrolment, ...failures },
      },
    );
