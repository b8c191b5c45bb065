import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Caller } from '../core/access/callers.ts';
import { approveDevice, beginDevice, denyDevice, getDevice } from '../core/access/device.ts';
import { exchangeDeviceCode, logInByDevice } from '../core/access/device-grant.ts';
import {
  BeginDevice,
  BrowserOutcome,
  CollectDevice,
  DecideDevice,
  Device,
  DeviceBegun,
  DeviceOutcome,
} from '../core/access/device-schema.ts';
import { mustBeHuman } from '../core/access/permissions.ts';
import type { Inbox } from '../core/inbox.ts';
import { countTry, forgiveTry } from '../core/logins/tries.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';
import type { Gates } from './gates/gates.ts';
import { visitToLogIn } from './gates/visit.ts';
import { headersNamed } from './openapi/headers.ts';

type DeviceOptions = {
  gates: Gates;
  /** Whether wrong codes are counted. */
  isLimited: boolean;
  addressOf: (request: Request) => string | null;
};

/** Login by device code: the machine's side needs no credential, the person's does. */
export const deviceRoutes = (inbox: Inbox, options: DeviceOptions) =>
  new Elysia({ prefix: '/auth/device', detail: { tags: ['People'] } })
    .use(machineRoutes(inbox, options))
    .use(personRoutes(inbox, options));

const machineRoutes = (inbox: Inbox, { gates, addressOf }: DeviceOptions) =>
  new Elysia()
    .post(
      '/',
      ({ body, request }) => {
        const program = body.program ?? request.headers.get('user-agent')?.slice(0, 200);
        return beginDevice(inbox, { ...body, program }, addressOf(request) ?? 'here');
      },
      {
        body: BeginDevice,
        parse: json,
        detail: {
          operationId: 'beginDeviceLogin',
          summary: 'Start a device login',
          public: true,
        },
        response: { 200: DeviceBegun, ...failures },
      },
    )
    .post('/token', ({ body }) => exchangeDeviceCode(inbox, body.deviceCode), {
      body: CollectDevice,
      parse: json,
      detail: {
        operationId: 'collectDeviceToken',
        summary: 'Get the token of a device login',
        public: true,
      },
      response: { 200: DeviceOutcome, ...failures },
    })
    .post(
      '/session',
      async ({ body, request, set }) => {
        const visit = visitToLogIn(request, addressOf, gates);
        const outcome = await logInByDevice(inbox, body.deviceCode, visit);
        if (outcome.status !== 'approved') return outcome;
        set.headers['set-cookie'] = gates.cookie.begin(request.headers, outcome.session);
        return { status: outcome.status, user: outcome.user };
      },
      {
        body: CollectDevice,
        parse: json,
        detail: {
          operationId: 'collectDeviceSession',
          headers: headersNamed('Set-Cookie'),
          summary: 'Log in a browser by a device login',
          public: true,
        },
        response: { 200: BrowserOutcome, ...failures },
      },
    );

type Arrived = { caller: Caller; request: Request };

function personRoutes(inbox: Inbox, { isLimited, addressOf }: DeviceOptions) {
  /** Counts codes that do not exist, so that nobody finds one by guessing. */
  async function counted<T>({ caller, request }: Arrived, work: () => T): Promise<Awaited<T>> {
    mustBeHuman(caller);
    if (!isLimited) return await work();
    const { userId } = caller;
    const address = addressOf(request) ?? '';
    const one = await countTry(inbox, { what: 'code', address, account: userId, userId });
    const result = await work();
    await forgiveTry(inbox, one);
    return result;
  }

  return new Elysia()
    .use(withCaller)
    .get(
      '/',
      (arrived) => {
        const { caller, query } = arrived;
        return counted(arrived, () => getDevice(inbox, caller, query.userCode));
      },
      {
        query: DecideDevice,
        detail: { operationId: 'getDeviceLogin', summary: 'Get a pending device login' },
        response: { 200: Device, ...failures },
      },
    )
    .post(
      '/approve',
      (arrived) => {
        const { caller, body } = arrived;
        return counted(arrived, () => approveDevice(inbox, caller, body.userCode));
      },
      {
        body: DecideDevice,
        parse: json,
        detail: { operationId: 'approveDeviceLogin', summary: 'Approve a device login' },
        response: { 200: z.object({ approved: z.literal(true) }), ...failures },
      },
    )
    .post(
      '/deny',
      (arrived) => {
        const { caller, body } = arrived;
        return counted(arrived, () => denyDevice(inbox, caller, body.userCode));
      },
      {
        body: DecideDevice,
        parse: json,
        detail: {
          operationId: 'denyDeviceLogin',
          summary: 'Deny a device login',
        },
        response: { 200: z.object({ denied: z.literal(true) }), ...failures },
      },
    );
}
