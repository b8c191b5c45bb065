import { expect, test } from 'bun:test';
import { readSmtpUrl } from '../../../src/ways/email/mail.ts';
import { failureWords, handMail } from '../../../src/ways/email/send/smtp.ts';
import { testMailServer } from '../../support/reach/mail-server.ts';

const limits = { timeoutMs: 5000, signal: new AbortController().signal };
const mail = { from: 'a@example.com', to: 'b@example.com', message: Buffer.from('Hello') };

async function hand(url: string) {
  const server = readSmtpUrl(url);
  if (!server) throw new Error('not a URL of a mail server');
  const { failure } = await handMail(server, mail, limits);
  return failure && failureWords(failure);
}

/** A server that knows one login, and encrypts with a certificate that nobody has signed. */
const testSecured = (secure: boolean) =>
  testMailServer({
    authOptional: false,
    disabledCommands: [],
    secure,
    hideSTARTTLS: false,
    onAuth: ({ username, password }, _, callback) =>
      username === 'ann' && password === 's3cret'
        ? callback(null, { user: 'ann' })
        : callback(Object.assign(new Error('Wrong s3cret of ann'), { responseCode: 535 })),
  });

test('encrypts before it logs in, and trusts no certificate that nobody has signed', async () => {
  await using server = await testSecured(false);
  const at = `127.0.0.1:${server.port}`;
  const any = 'tls.rejectUnauthorized=false';
  expect(await hand(`smtp://ann:s3cret@${at}`)).toStartWith('The connection to the mail server');
  expect(await hand(`smtp://ann:wrong@${at}?${any}`)).toBe(
    'The mail server refused the login (535)',
  );
  expect(await hand(`smtp://ann:s3cret@${at}?${any}`)).toBeNull();
  expect(server.mails).toHaveLength(1);
});

test('encrypts from the start', async () => {
  await using server = await testSecured(true);
  const url = `smtps://ann:s3cret@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`;
  expect(await hand(url)).toBeNull();
});

test('sends no password to a server that does not encrypt', async () => {
  const tried: unknown[] = [];
  await using server = await testMailServer({
    allowInsecureAuth: true,
    onAuth: (auth, _, callback) => {
      tried.push(auth);
      callback(null, { user: 'ann' });
    },
  });
  const url = `smtp://ann:s3cret@127.0.0.1:${server.port}`;
  expect(await hand(url)).not.toBeNull();
  expect(tried).toEqual([]);
  expect(await hand(`${url}?ignoreTLS=true`)).toBeNull();
  expect(tried).toHaveLength(1);
});

test('reports a server that does not answer', async () => {
  expect(await hand('smtp://127.0.0.1:1')).toBe('The mail server cannot be reached (ECONNREFUSED)');
});

test.each([
  'http://mail.example.com',
  'smtp://',
  'smtp://mail.example.com/path',
  'smtp://mail.example.com?proxy=socks5://evil',
  'smtp://mail.example.com?requireTLS=maybe',
])('refuses %s', (url) => {
  expect(readSmtpUrl(url)).toBeNull();
});
