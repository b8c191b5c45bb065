import type { MailProvider, ValuesOf, Way, WaySetting } from '../way.ts';

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

const APP_PASSWORD = 'Create an app password: the password of the account is refused.';

/** As each provider documents it; port 465 is encrypted from the start, 587 by STARTTLS. */
const providers: MailProvider[] = [
  { label: 'Gmail', host: 'smtp.gmail.com', port: 465, note: APP_PASSWORD },
  {
    label: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    note: 'SMTP AUTH must be on for this mailbox.',
  },
  { label: 'iCloud Mail', host: 'smtp.mail.me.com', port: 587, note: APP_PASSWORD },
  { label: 'Yahoo Mail', host: 'smtp.mail.yahoo.com', port: 465, note: APP_PASSWORD },
  { label: 'Fastmail', host: 'smtp.fastmail.com', port: 465, note: APP_PASSWORD },
  { label: 'Zoho Mail', host: 'smtp.zoho.com', port: 465, note: null },
  { label: 'GMX', host: 'mail.gmx.net', port: 587, note: null },
  { label: 'Mailgun', host: 'smtp.mailgun.org', port: 587, note: null },
  {
    label: 'SendGrid',
    host: 'smtp.sendgrid.net',
    port: 587,
    note: 'The user is “apikey”, the password your API key.',
  },
  {
    label: 'Postmark',
    host: 'smtp.postmarkapp.com',
    port: 587,
    note: 'User and password are both your server token.',
  },
  {
    label: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    note: 'The password is your SMTP key.',
  },
  {
    label: 'Amazon SES',
    host: 'email-smtp.us-east-1.amazonaws.com',
    port: 587,
    note: 'Use the host of your region, and SMTP credentials.',
  },
];

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
    setUp: {
      steps: ['Choose your provider, or enter the server that sends your mail.'],
      mail: { setting: 'smtpUrl', providers },
    },
  },
} as const satisfies Way<ValuesOf<typeof settings>>;
