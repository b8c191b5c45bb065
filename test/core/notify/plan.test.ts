import { expect, test } from 'bun:test';
import { type PlannedContact, type PlannedPerson, plan } from '../../../src/core/notify/plan.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';

const NOW = Date.parse('2030-01-02T12:00:00.000Z');
const HOUR_MS = 3_600_000;

const contact = (id: string, more: Partial<PlannedContact> = {}): PlannedContact => ({
  id,
  kind: 'ntfy',
  from: 'low',
  delaySeconds: null,
  isBusy: false,
  isAlarmed: false,
  isFailing: false,
  ...more,
});
const person = (id: string, more: Partial<PlannedPerson> = {}): PlannedPerson => ({
  id,
  contacts: [contact(`${id}-phone`)],
  attention: NO_ATTENTION,
  isPresent: false,
  ...more,
});
const question = (more: Partial<Parameters<typeof plan>[0]> = {}) => ({
  urgency: 'normal' as const,
  lowered: false,
  expiresAtMs: NOW + 24 * HOUR_MS,
  people: null,
  afterSeconds: 0,
  steps: [],
  ...more,
});
const at = (planned: ReturnType<typeof plan>) =>
  Object.fromEntries(planned.map(({ contactId, dueMs }) => [contactId, (dueMs - NOW) / 1000]));
const night = { days: [0, 1, 2, 3, 4, 5, 6], from: '11:00', to: '14:00' };
const quiet = { ...NO_ATTENTION, quiet: [night] };

test('notifies each contact of all users immediately', () => {
  const ann = person('ann', { contacts: [contact('phone'), contact('desk')] });
  expect(at(plan(question(), [ann, person('bob')], NOW))).toEqual({
    phone: 0,
    desk: 0,
    'bob-phone': 0,
  });
});

test('notifies only the people whom the question names', () => {
  const planned = plan(question({ people: ['bob'] }), [person('ann'), person('bob')], NOW);
  expect(at(planned)).toEqual({ 'bob-phone': 0 });
});

test('leaves out contacts that want more urgent questions only', () => {
  const contacts = [contact('all'), contact('urgent', { from: 'high' })];
  const ann = person('ann', { contacts });
  expect(at(plan(question(), [ann], NOW))).toEqual({ all: 0 });
  expect(at(plan(question({ urgency: 'high' }), [ann], NOW))).toEqual({ all: 0, urgent: 0 });
});

test('delays by what the contact asks for, and by 15 s for a user at the keyboard', () => {
  const contacts = [contact('phone'), contact('late', { delaySeconds: 60 })];
  expect(at(plan(question(), [person('ann', { contacts, isPresent: true })], NOW))).toEqual({
    phone: 15,
    late: 75,
  });
});

test('plans nothing for a contact whose delay outlasts the question', () => {
  const ann = person('ann', { contacts: [contact('late', { delaySeconds: 3600 })] });
  expect(plan(question({ expiresAtMs: NOW + HOUR_MS }), [ann], NOW)).toEqual([]);
});

test('delays nothing for a user at the keyboard past the expiry', () => {
  const ann = person('ann', { isPresent: true });
  const planned = (seconds: number) =>
    at(plan(question({ expiresAtMs: NOW + seconds * 1000 }), [ann], NOW));
  expect([planned(15), planned(16)]).toEqual([{ 'ann-phone': 0 }, { 'ann-phone': 15 }]);
});

test('waits as long as the question says, before every other delay', () => {
  const contacts = [contact('phone'), contact('late', { delaySeconds: 60 })];
  const steps = [{ afterSeconds: 30, people: ['bob'] }];
  const people = [person('ann', { contacts }), person('bob')];
  expect(at(plan(question({ afterSeconds: 20, steps }), people, NOW))).toEqual({
    phone: 20,
    late: 80,
    'bob-phone': 50,
  });
});

test.each([
  [10, 15],
  [20, 20],
])('asks a user at the keyboard of a question that waits %i s after %i s', (afterSeconds, due) => {
  const ann = person('ann', { isPresent: true });
  expect(at(plan(question({ afterSeconds }), [ann], NOW))).toEqual({ 'ann-phone': due });
});

test('waits with no question that would expire first', () => {
  const planned = (seconds: number) => {
    const expiresAtMs = NOW + seconds * 1000;
    return at(plan(question({ afterSeconds: 20, expiresAtMs }), [person('ann')], NOW));
  };
  expect([planned(20), planned(21)]).toEqual([{ 'ann-phone': 0 }, { 'ann-phone': 20 }]);
});

test('holds a question whose wait ends in quiet hours', () => {
  const soon = { ...NO_ATTENTION, quiet: [{ ...night, from: '12:01', to: '14:00' }] };
  const ann = person('ann', { attention: soon });
  const planned = (afterSeconds: number) => at(plan(question({ afterSeconds }), [ann], NOW));
  expect([planned(59), planned(60)]).toEqual([{ 'ann-phone': 59 }, { 'ann-phone': 7200 }]);
});

test('gathers no question that waits with those before it', () => {
  const ann = person('ann', { contacts: [contact('phone', { isBusy: true })] });
  const isGathered = (afterSeconds: number) =>
    plan(question({ afterSeconds }), [ann], NOW).map((one) => one.isGathered);
  expect([isGathered(0), isGathered(1)]).toEqual([[true], [false]]);
});

test('holds a step of the ladder that falls into quiet hours', () => {
  const steps = [{ afterSeconds: 7200, people: ['bob'] }];
  const later = { ...NO_ATTENTION, quiet: [{ ...night, from: '13:30', to: '15:00' }] };
  const bob = person('bob', { attention: later });
  expect(at(plan(question({ steps }), [bob], NOW))).toEqual({ 'bob-phone': 10_800 });
});

test('notifies the people of a ladder at their step, and nobody twice', () => {
  const steps = [
    { afterSeconds: 60, people: ['bob'] },
    { afterSeconds: 300, people: ['bob', 'cid'] },
  ];
  const people = [person('ann'), person('bob'), person('cid')];
  expect(at(plan(question({ steps }), people, NOW))).toEqual({
    'ann-phone': 0,
    'bob-phone': 60,
    'cid-phone': 300,
  });
});

test.each([
  ['low', 7200],
  ['normal', 7200],
  ['high', 7200],
  ['critical', 0],
] as const)('holds a %s question in quiet hours for %i s', (urgency, seconds) => {
  const planned = plan(question({ urgency }), [person('ann', { attention: quiet })], NOW);
  expect(at(planned)).toEqual({ 'ann-phone': seconds });
});

test('lets a high question through quiet hours if the user wants that', () => {
  const attention = { ...quiet, highBreaksThrough: true };
  const planned = plan(question({ urgency: 'high' }), [person('ann', { attention })], NOW);
  expect(at(planned)).toEqual({ 'ann-phone': 0 });
});

test('holds nothing past 10 minutes before the expiry', () => {
  const ann = person('ann', { attention: quiet });
  expect(at(plan(question({ expiresAtMs: NOW + HOUR_MS }), [ann], NOW))).toEqual({
    'ann-phone': 3000,
  });
  expect(at(plan(question({ expiresAtMs: NOW + 600_000 }), [ann], NOW))).toEqual({
    'ann-phone': 0,
  });
});

test('gathers the fourth question of a minute, unless it is urgent', () => {
  const ann = person('ann', { contacts: [contact('phone')] });
  const bob = person('bob', { contacts: [contact('busy', { isBusy: true })] });
  const gathered = (urgency: 'normal' | 'high') =>
    plan(question({ urgency }), [ann, bob], NOW).map(({ isGathered }) => isGathered);
  expect(gathered('normal')).toEqual([false, true]);
  expect(gathered('high')).toEqual([false, false]);
});
