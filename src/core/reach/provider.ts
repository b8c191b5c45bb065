/** To whom the notices of a contact are handed. */
import type { Row } from '../../storage/tables.ts';
import { type ContactKind, isContactKind } from './names.ts';
import { readSmtpUrl } from './smtp-url.ts';
import type { Ways } from './ways.ts';

type Place = Pick<Row<'contacts'>, 'kind' | 'lane'>;

const hostIn = (url: string | null): string | null =>
  (url === null ? null : URL.parse(url)?.host) || null;

/** Of what the owner has set; a browser is always at a host of its own. */
const owners: Record<ContactKind, (ways: Ways) => string | null> = {
  webpush: () => null,
  ntfy: ({ ntfyUrl }) => hostIn(ntfyUrl),
  apprise: ({ appriseUrl }) => hostIn(appriseUrl),
  email: ({ smtpUrl }) => readSmtpUrl(smtpUrl ?? '')?.host ?? null,
  telegram: ({ telegramUrl }) => hostIn(telegramUrl),
  slack: ({ slackUrl }) => hostIn(slackUrl),
};

/** The host alone: the rest of an address is a secret. Null if its way is no longer set. */
export function providerHost(ways: Ways, { kind, lane }: Place): string | null {
  const [, own] = lane.split(' ');
  return own ?? (isContactKind(kind) ? owners[kind](ways) : null);
}
