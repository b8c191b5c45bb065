import { hostIn, type ValuesOf, type Way, type WaySetting } from '../way.ts';

const settings = {
  appriseUrl: {
    label: 'Server',
    takes: 'an http or https URL',
    reads: 'url',
    fallback: null,
    about: 'URL of the Apprise API that sends notifications, such as http://localhost:8000',
    example: 'http://localhost:8000',
  },
} as const satisfies Record<string, WaySetting>;

/** A configuration of Apprise, which passes on to more than a hundred services. */
export const apprise = {
  label: 'Apprise',
  settings,
  needs: ['appriseUrl'],
  added: {
    by: 'address',
    inApi: 'a configuration key of Apprise',
    hasCode: false,
    read(text, { mustBeSet, refused }) {
      mustBeSet('appriseUrl', 'Apprise');
      if (!/^[-_A-Za-z0-9]{1,128}$/.test(text)) throw refused('Use a configuration key of Apprise');
      return { address: text, host: null, name: 'Apprise' };
    },
  },
  answers: null,
  listens: null,
  isTakenBack: false,
  arrival: 'user',
  delaySeconds: 0,
  room: { most: { count: 1000, of: 'letters' }, buttons: 0 },
  host: ({ appriseUrl }) => hostIn(appriseUrl),
  account: ({ appriseUrl }) => hostIn(appriseUrl),
  terminal: {
    add: {
      flag: '--apprise <key>',
      about: 'configuration key of Apprise',
      setBy: 'INBOX_APPRISE_URL',
      question: 'Configuration key',
      example: 'team',
    },
    missing: 'Check the URLs of this configuration key in Apprise.',
  },
  dashboard: {
    about: 'More than 100 services, such as Signal, Pushover or Microsoft Teams',
    field: {
      label: 'Configuration key',
      placeholder: 'my-phone',
      description: 'The key under which your services are saved in Apprise.',
    },
    missing: 'In Apprise, check the services that are saved under this key.',
  },
} as const satisfies Way<ValuesOf<typeof settings>>;
