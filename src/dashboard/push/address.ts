import type { PushSubscription as PushAddress } from '../../ways/webpush/schema.ts';

/** The part of a subscription that is the address of its contact. */
export function addressOf(made: PushSubscription): PushAddress {
  const { keys = {} } = made.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return { endpoint: made.endpoint, keys: { p256dh, auth } };
}
