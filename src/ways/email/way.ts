import type { ValuesOf, Way, WaySetting } from '../way.ts';

const settings = {
  smtpUrl: {
    label: 'Mail server',
    takes: 'an smtp or smtps URL such as smtps://user:password@mail.example.com',
    reads: 'smtpUrl',
    fallback: null,
    isSecret: true,
    about: 'URL of the mail server that sends notifications, with its login',
    example: 'smtp://user:password@mail.example.com:587',
    more: '`smtps` encrypts from the start, on port 465; `smtp` by STARTTLS, on port 587. A login is never sent unencrypted, unless `?ignoreTLS=true` is added. `?tls.rejectUnauthorized=false` accepts any certificate.',
  },
  smtpFrom: {
    label: 'Sender',
    takes: 'an address such as inbox@example.com or Inbox <inbox@example.com>',
    reads: 'sender',
    fallback: null,
    about: 'sender address of e-mails, such as inbox@example.com',
    example: 'inbox@example.com',
  },
} as const satisfies Record<string, WaySetting>;

/** Mail, with a link to each answer. */
export const email = {
  label: 'E-mail',
  settings,
  needs: ['smtpUrl', 'smtpFrom'],
  added: {
    by: 'address',
    inApi: 'an e-mail address',
    hasCode: true,
    read(text, { mustBeSet, isMailAddress, refused }) {
      mustBeSet('smtpUrl', 'e-mail addresses');
      mustBeSet('smtpFrom', 'e-mail addresses');
      const address = text.toLowerCase();
      if (!isMailAddress(address)) throw refused('Use one address such as ann@example.com');
      return { address, host: null, name: 'E-mail' };
    },
  },
  answers: 'links',
  listens: null,
  isTakenBack: false,
  arrival: 'user',
  delaySeconds: 300,
  room: {},
  host: ({ smtpUrl }) => URL.parse(smtpUrl ?? '')?.hostname.replace(/^\[|\]$/g, '') || null,
  account({ smtpUrl }) {
    const url = URL.parse(smtpUrl ?? '');
    return url && `${url.host} ${url.username}`;
  },
  terminal: {
    add: {
      flag: '--email <address>',
      about: 'e-mail address, verified by a code that is sent there',
      setBy: 'INBOX_SMTP_URL and INBOX_SMTP_FROM',
      question: 'Address',
      example: 'ann@example.com',
    },
    missing: 'Check your spam folder, and the spelling of the address.',
  },
  dashboard: {
    about: 'E-mails with a link, sent after 5 minutes if you have other contacts',
    field: {
      label: 'E-mail address',
      placeholder: 'ann@example.com',
      description: 'A code will be sent to this address. Enter it here.',
    },
    missing: 'Check the spam folder.',
  },
} as const satisfies Way<ValuesOf<typeof settings>>;
