import type { ContactKind } from '../../../core/reach/names.ts';

/** What is said of a kind of contact. */
type KindWords = {
  label: string;
  about: string;
  address: { label: string; placeholder: string; description: string };
  canAnswer: boolean;
  /** Who reports that a test arrived. */
  arrival: 'device' | 'user';
  /** What to check if a test did not arrive. */
  check: string;
};

/** In the order in which they are offered. */
export const kinds: Record<ContactKind, KindWords> = {
  ntfy: {
    label: 'ntfy',
    about: 'Notifications on your phone, with the ntfy app',
    address: {
      label: 'Topic',
      placeholder: 'inbox-k3v9x2',
      description:
        'The topic that your app is subscribed to, or its URL. Anyone who knows the topic of a public server can read it: choose a name that is hard to guess.',
    },
    canAnswer: true,
    arrival: 'user',
    check: 'In the ntfy app, check that you are subscribed to this topic on the same server.',
  },
  apprise: {
    label: 'Apprise',
    about: 'More than 100 services, such as Signal, Pushover or Microsoft Teams',
    address: {
      label: 'Configuration key',
      placeholder: 'my-phone',
      description: 'The key under which your services are saved in Apprise.',
    },
    canAnswer: false,
    arrival: 'user',
    check: 'In Apprise, check the services that are saved under this key.',
  },
};
