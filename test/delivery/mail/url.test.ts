/** The URL of a mail server, composed of what an owner enters in the dashboard. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { compose, form } from '../../../src/ways/email/form.ts';
import { readSmtpUrl } from '../../../src/ways/email/mail.ts';

const hosts = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().filter((host) => URL.canParse(`http://[${host}]`)),
);
const text = fc.string({ unit: 'binary', maxLength: 40 });
const entered = fc.record({
  host: hosts,
  port: fc.integer({ min: 1, max: 65_535 }).map(String),
  encryption: fc.constantFrom('starttls', 'tls', 'any', 'none'),
  user: fc.oneof(text, fc.emailAddress()),
  password: fc.oneof(text, fc.constantFrom('p@ss:w/rd?#%', '100%25', "it's")),
});

test('reads back what was entered, whatever letters a password has', () => {
  fc.assert(
    fc.property(entered, (values) => {
      fc.pre(values.user !== '' || values.password === '');
      const composed = compose(values);
      const server = 'text' in composed ? readSmtpUrl(composed.text) : null;
      const { host, port, encryption, user, password } = values;
      expect(server).toMatchObject({
        port: Number(port),
        secure: encryption === 'tls',
        ignoreTLS: encryption === 'none',
        requireTLS: user !== '' && encryption !== 'none',
        login: user === '' ? null : { user, pass: password },
        tls: { rejectUnauthorized: encryption !== 'any' },
      });
      if (!host.includes(':')) expect(server?.host).toBe(new URL(`smtp://${host}`).hostname);
    }),
  );
});

test.each([
  [{ host: '', port: '587' }, 'host'],
  [{ host: 'a@evil.example', port: '587' }, 'host'],
  [{ host: 'mail.example/path', port: '587' }, 'host'],
  [{ host: 'mail.example:25', port: '587' }, 'host'],
  [{ host: 'mail.example', port: '' }, 'port'],
  [{ host: 'mail.example', port: '587.5' }, 'port'],
  [{ host: 'mail.example', port: '70000' }, 'port'],
  [{ host: 'mail.example', port: '587', password: 'secret' }, 'user'],
])('refuses %j at its field', (values, part) => {
  expect(compose(values)).toMatchObject({ part });
});

test('fills in a server that can be read for every provider', () => {
  const services = form.asks.flatMap(({ parts }) => parts?.services ?? []);
  expect(services.length).toBeGreaterThan(10);
  for (const { fills } of services) expect(compose(fills)).toHaveProperty('text');
});
