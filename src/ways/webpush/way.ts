import type { ValuesOf, Way, WaySetting } from '../way.ts';

const settings = {
  pushSubject: {
    label: 'Contact address',
    takes: 'an e-mail address or an https URL',
    reads: 'emailOrHttps',
    fallback: null,
    about:
      'address at which push services can contact the operator, if the inbox has no public https URL',
    example: 'ops@example.com',
    more: 'With a public https URL in `INBOX_PUBLIC_URL`, push services get that. Without either, they get the e-mail address of the first owner, if its domain looks public; otherwise push notifications are off.',
  },
} as const satisfies Record<string, WaySetting>;

/** A browser, notified by its maker's push service. */
export const webpush = {
  label: 'Browser',
  settings,
  needs: [],
  added: { by: 'itself', inApi: 'the push subscription of a browser' },
  answers: 'session',
  listens: null,
  isTakenBack: true,
  // Apple revokes a subscription after three pushes that alert nobody.
  onlyAlerts: ['web.push.apple.com'],
  arrival: 'device',
  delaySeconds: 0,
  room: { most: { count: 240, of: 'letters' }, lines: 5, longestTitle: 60, buttons: 2 },
  host: () => null,
  account: () => null,
  terminal: {
    add: null,
    missing: 'Check that the device allows its browser to show notifications.',
  },
  dashboard: {
    about: 'Push notifications in a browser',
    field: null,
    missing: 'In the device’s settings, allow the browser to show notifications.',
  },
} as const satisfies Way<ValuesOf<typeof settings>>;
