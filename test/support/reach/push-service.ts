/** A push service on loopback, and the browsers that are subscribed to it: they decrypt what they get. */
import { createPublicKey, verify } from 'node:crypto';
import { decrypt } from 'http_ece';
import type { PushedData } from '../../../src/ways/webpush/pushed.ts';
import { type Received, testReceiver } from '../delivery/http-receiver.ts';
import { type Subscribed, testSubscription } from './subscription.ts';

type Action = { action: string; title: string; navigate: string };
export type Pushed = {
  web_push: number;
  mutable: boolean;
  app_badge: string;
  notification: {
    title: string;
    body: string;
    navigate: string;
    tag: string;
    silent: boolean;
    lang: string;
    data: PushedData;
    actions: Action[];
  };
};

export type PushService = ReturnType<typeof testPushService>;

export function testPushService() {
  const browsers = new Map<string, Subscribed>();
  const receiver = testReceiver(({ path, headers }) => {
    if (!browsers.has(path)) return 404;
    return isSigned(headers.get('authorization') ?? '', receiver.url) ? 201 : 403;
  });

  function read({ path, bytes }: Received): Pushed {
    const browser = browsers.get(path);
    if (!browser) throw new Error(`No browser is subscribed at ${path}`);
    const { pair: privateKey, auth: authSecret } = browser;
    const text = decrypt(bytes, { version: 'aes128gcm', privateKey, authSecret });
    return JSON.parse(`${text}`);
  }

  return {
    ...receiver,
    /** Subscribes a browser; returns the address of its contact. */
    subscribe(path = '/push/browser') {
      const browser = testSubscription(`${receiver.url}${path}`);
      browsers.set(path, browser);
      return browser.address;
    },
    /** Pushed messages, as the browsers read them. */
    pushed: () => receiver.received.map(read),
  };
}

/** Whether a request says who sends it, as push services check it. */
function isSigned(authorization: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const { aud, exp, sub } = JSON.parse(`${Buffer.from(body, 'base64url')}`);
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const own = createPublicKey({ key: jwk, format: 'jwk' });
  return (
    aud === origin &&
    Number.isInteger(exp) &&
    /^(mailto:|https:)/.test(sub) &&
    verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: own, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}
