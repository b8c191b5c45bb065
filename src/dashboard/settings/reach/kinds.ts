import type { ContactKind } from '../../../core/notify/names.ts';

/** The words about a kind of contact. */
type KindWords = {
  label: string;
  about: string;
  /** Null for one that is not added by its address, but by a link or by itself. */
  address: { label: string; placeholder: string; description: string } | null;
  /** Who reports that a test arrived. */
  arrival: 'device' | 'user';
  /** The check to make if a test did not arrive. */
  check: string;
};

/** In the order in which they are offered. */
export const kinds: Record<ContactKind, KindWords> = {
  webpush: {
    label: 'Browser',
    about: 'Push notifications in a browser',
    address: null,
    arrival: 'device',
    check: 'In the device’s settings, allow the browser to show notifications.',
  },
  ntfy: {
    label: 'ntfy',
    about: 'Notifications on your phone, with the ntfy app',
    address: {
      label: 'Topic',
      placeholder: 'inbox-k3v9p2',
      description:
        'The topic that your app is subscribed to, or its URL. On a public server, anyone who knows the topic can read it, so choose a name that is hard to guess.',
    },
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
    arrival: 'user',
    check: 'In Apprise, check the services that are saved under this key.',
  },
  email: {
    label: 'E-mail',
    about: 'E-mails with a link, sent after 5 minutes if you have other contacts',
    address: {
      label: 'E-mail address',
      placeholder: 'ann@example.com',
      description: 'A code will be sent to this address. Enter it here.',
    },
    arrival: 'user',
    check: 'Check the spam folder.',
  },
  telegram: {
    label: 'Telegram',
    about: 'Questions and answers in a chat with this inbox’s bot',
    address: null,
    arrival: 'user',
    check: 'In Telegram, check that the chat with the bot is not blocked or muted.',
  },
  slack: {
    label: 'Slack',
    about: 'Questions and answers in direct messages with this inbox’s Slack app',
    address: {
      label: 'Member ID',
      placeholder: 'U012AB3CD',
      description: 'In Slack, open your profile and choose ⋮, then “Copy member ID”.',
    },
    arrival: 'user',
    check: 'Check the member ID, and check in Slack that the app is not muted.',
  },
};
