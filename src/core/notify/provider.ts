/** The host that the notices of a contact are sent to. */
import type { Row } from '../../storage/tables.ts';
import { type ContactKind, isContactKind } from './names.ts';
import { readSmtpUrl } from './smtp-url.ts';
import type { Ways } from './ways.ts';

type Place = Pick<Row<'contacts'>, 'kind' | 'lane'>;

const hostIn = (url: string | null): string | null =>
  (url === null ? null : URL.parse(url)?.host) || null;

/** The host of what the owner has set; each push service has its own. */
const owners: Record<ContactKind, (ways: Ways) => string | null> = {
  webpush: () => null,
  ntfy: ({ ntfyUrl }) => hostIn(ntfyUrl),
  apprise: ({ appriseUrl }) => hostIn(appriseUrl),
  email: ({ smtpUrl }) => readSmtpUrl(smtpUrl ?? '')?.host ?? null,
  telegram: ({ telegramUrl }) => hostIn(telegramUrl),
  slack: ({ slackUrl }) => hostIn(slackUrl),
};

/** The host alone: the rest of an address is secret. Null if the setting was removed. */
export function providerHost(ways: Ways, { kind, lane }: Place): string | null {
  const [, own] = lane.split(' ');
  return own ?? (isContactKind(kind) ? owners[kind](ways) : null);
}
