import { expect, test } from 'bun:test';
import { type AuditEntry, auditActions } from '../../../src/core/audit/schema.ts';
import { wordsOf } from '../../../src/core/audit/words.ts';
import type { JsonObject } from '../../../src/core/json.ts';

const ada = { kind: 'user', id: 'ada', name: 'Ada' };
const system = { kind: 'system', id: null, name: null };
const ci = { kind: 'key', id: 'ci', name: 'ci' };
const rita = { kind: 'user', id: 'rita', name: 'Rita' };
const bot = { kind: 'channel', id: 'bot', name: 'Bot' };
const question = { kind: 'message', id: 'q', name: null };

const of = (
  action: string,
  subject: AuditEntry['subject'],
  detail: JsonObject = {},
  actor: AuditEntry['actor'] = ada,
) => {
  const { who, did } = wordsOf({ action, subject, detail, actor });
  return `${who} ${did}`;
};

test('phrases entries as sentences', () => {
  expect(of('key.revoked', ci)).toBe('Ada revoked key “ci”');
  expect(of('user.updated', rita, { changed: ['role', 'email'] })).toBe(
    'Ada changed user Rita: role, email',
  );
  const disabled = { changed: ['disabled'], disabled: { from: false, to: true } };
  expect(of('user.updated', rita, disabled)).toBe('Ada disabled user Rita');
  expect(of('password.changed', rita)).toBe('Ada changed the password of Rita');
  expect(of('password.changed', ada)).toBe('Ada changed their password');
  const answered = { type: 'approval', answeredBy: { name: 'Ada' } };
  expect(of('message.retracted', question, answered, ci)).toBe(
    'Key “ci” retracted a question that Ada had answered',
  );
  expect(of('message.retracted', question, { type: 'form', answeredBy: null })).toBe(
    'Ada retracted a question',
  );
  expect(of('message.retracted', question)).toBe('Ada retracted a message');
  const hook = { origin: 'https://example.com' };
  expect(of('webhook.updated', bot, hook)).toBe(
    'Ada set the webhook of channel “Bot” to https://example.com',
  );
  const port = { kind: 'setting', id: null, name: 'port' };
  expect(of('setting.changed', port, { from: 4600, to: null }, system)).toBe(
    'The inbox started with port changed from 4600 to nothing',
  );
  const local = { kind: 'local', id: 'ada', name: 'Ada' };
  expect(of('channel.deleted', bot, {}, local)).toBe('Ada (this machine) deleted channel “Bot”');
  const nobody = { kind: 'nobody', id: null, name: null };
  expect(of('login.failed', rita, {}, nobody)).toBe('Someone failed to log in as Rita');
});

test('names the question of an answer by its title, and one without a title as a question', () => {
  const titles = { q: 'Deploy?', odd: 'De\u202Eploy?', ada: 'Never' };
  const entry = { action: 'review.answered', actor: ada, detail: { selectedOption: 'approve' } };
  const did = (id: string, changed = {}) =>
    wordsOf(
      { ...entry, subject: { kind: 'message', id, name: null }, ...changed },
      { titles, emails: {} },
    ).did;
  expect(did('q')).toBe('answered “Deploy?” with “approve”');
  expect(did('q', { detail: {} })).toBe('answered “Deploy?”');
  expect(did('q', { detail: { automatic: true } })).toBe('automatically answered “Deploy?”');
  expect(did('q', { action: 'delivery.retried' })).toBe(
    'retried the failed deliveries of “Deploy?”',
  );
  expect(did('odd')).toBe('answered “De[U+202E]ploy?” with “approve”');
  for (const id of ['gone', 'constructor', '__proto__']) {
    expect(did(id)).toBe('answered a question with “approve”');
  }
  expect(did('ada', { action: 'password.changed', subject: ada })).toBe('changed their password');
});

test.each(auditActions.map((action) => [action]))('%s has a phrase of its own', (action) => {
  expect(wordsOf({ action, subject: bot, detail: {}, actor: ada }).did).not.toContain(action);
});

test('shows an action of a later version by its name', () => {
  expect(of('moon.landed', bot)).toBe('Ada moon.landed');
});

test('names users whose names look alike with their e-mail addresses', () => {
  const emails = { a: 'ada@example.com', r: null };
  const entry = {
    action: 'user.deleted',
    actor: { kind: 'local', id: 'a', name: 'Ada' },
    subject: { kind: 'user', id: 'r', name: 'Rita' },
    detail: {},
  };
  expect(wordsOf(entry, { titles: {}, emails })).toEqual({
    who: 'Ada (ada@example.com) (this machine)',
    did: 'deleted user Rita (r)',
  });
  expect(wordsOf(entry).who).toBe('Ada (this machine)');
});
