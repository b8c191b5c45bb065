import type { Composed, FormOf } from '../form.ts';
import type { email } from './way.ts';

const STARTTLS = 'starttls';
const TLS = 'tls';
const ANY = 'any';
const NONE = 'none';

const APP_PASSWORD = 'It takes an app password, not that of your account.';

/** Providers, as their own pages give host and port. */
const services = [
  service('Gmail', 'smtp.gmail.com', TLS, APP_PASSWORD),
  service(
    'Microsoft 365',
    'smtp.office365.com',
    STARTTLS,
    'An administrator has to allow authenticated SMTP for the mailbox.',
  ),
  service('iCloud', 'smtp.mail.me.com', STARTTLS, 'It takes an app-specific password.'),
  service('Fastmail', 'smtp.fastmail.com', TLS, APP_PASSWORD),
  service('Yahoo', 'smtp.mail.yahoo.com', TLS, APP_PASSWORD),
  {
    label: 'Proton Mail Bridge',
    fills: { host: '127.0.0.1', port: '1025', encryption: ANY, user: '' },
    note: 'The Bridge runs beside the inbox, and shows its own user and password.',
  },
  service(
    'Amazon SES',
    'email-smtp.us-east-1.amazonaws.com',
    STARTTLS,
    'Put your region in the host. User and password are SMTP credentials, not access keys.',
  ),
  service('Brevo', 'smtp-relay.brevo.com', STARTTLS, 'The password is an SMTP key.'),
  service(
    'Mailgun',
    'smtp.mailgun.org',
    STARTTLS,
    'In the EU the host is smtp.eu.mailgun.org. The user is one of your domain.',
  ),
  service(
    'Postmark',
    'smtp.postmarkapp.com',
    STARTTLS,
    'User and password are both the token of your server.',
  ),
  service('Resend', 'smtp.resend.com', TLS, 'The password is an API key.', 'resend'),
  service('SendGrid', 'smtp.sendgrid.net', STARTTLS, 'The password is an API key.', 'apikey'),
];

function service(
  label: string,
  host: string,
  encryption: typeof TLS | typeof STARTTLS,
  note: string,
  user = '',
) {
  const port = encryption === TLS ? '465' : '587';
  return { label, fills: { host, port, encryption, user }, note };
}

export const form: FormOf<typeof email.settings> = {
  steps: [],
  asks: [
    {
      name: 'smtpUrl',
      description: 'Choose your provider, or enter the host and the port of its server.',
      parts: {
        services,
        fields: [
          { name: 'host', label: 'Host', placeholder: 'mail.example.com' },
          { name: 'port', label: 'Port', isNumber: true, placeholder: '587' },
          {
            name: 'encryption',
            label: 'Encryption',
            alternatives: [
              { value: STARTTLS, label: 'STARTTLS, mostly port 587' },
              { value: TLS, label: 'TLS, mostly port 465' },
              { value: ANY, label: 'STARTTLS with any certificate' },
              { value: NONE, label: 'None' },
            ],
          },
          {
            name: 'user',
            label: 'User',
            description: 'Empty for a server without a login.',
            placeholder: 'inbox@example.com',
          },
          { name: 'password', label: 'Password of the mail server', isSecret: true },
        ],
        compose,
      },
    },
    {
      name: 'smtpFrom',
      description: 'The address that mails come from. Most providers take only one of yours.',
    },
  ],
  sender: { is: 'another server or user', by: ['smtpUrl'] },
};

/** An smtp or smtps URL. */
export function compose(values: Record<string, string>): Composed {
  const { host = '', port = '', encryption = STARTTLS, user = '', password = '' } = values;
  const name = host.trim();
  const at = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const isHost = /^([-\w.]+|\[[\da-f:.]+\])$/i.test(at) && URL.canParse(`smtp://${at}`);
  if (!isHost) return { part: 'host', wrong: 'Use a host such as mail.example.com' };
  const number = Number(port);
  if (!/^\d{1,5}$/.test(port.trim()) || number < 1 || number > 65_535) {
    return { part: 'port', wrong: 'Use a number from 1 to 65535' };
  }
  if (user === '' && password !== '') {
    return { part: 'user', wrong: 'Enter the user of this password' };
  }
  const login = user === '' ? '' : `${encoded(user)}:${encoded(password)}@`;
  const more =
    { [ANY]: '?tls.rejectUnauthorized=false', [NONE]: '?ignoreTLS=true' }[encryption] ?? '';
  return { text: `${encryption === TLS ? 'smtps' : 'smtp'}://${login}${at}:${number}${more}` };
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
