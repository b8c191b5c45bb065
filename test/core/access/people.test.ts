import { expect, test } from 'bun:test';
import { answererOf } from '../../../src/cli/layout/answerer.ts';
import { shownPeople } from '../../../src/core/access/people.ts';
import { endedWords } from '../../../src/dashboard/decide/words.ts';
import { whoAndWhen } from '../../../src/dashboard/reviews/when.ts';

test.each([
  [
    ['Ana', 'Rita'],
    ['Ana', 'Rita'],
  ],
  [
    ['Ana', 'Ana', 'Rita'],
    ['Ana (0@example.com)', 'Ana (1@example.com)', 'Rita'],
  ],
  [
    ['Zoë', 'Zoe\u0308', 'Zo\u200bë'],
    ['Zoë (0@example.com)', 'Zoe\u0308 (1@example.com)', 'Zo\u200bë (2@example.com)'],
  ],
  [
    ['Ana', 'ana', 'An\na'],
    ['Ana', 'ana', 'An[U+000A]a'],
  ],
])('shows people named %j as %j', (names, shown) => {
  const people = names.map((name, at) => ({ id: `u${at}`, name, email: `${at}@example.com` }));
  expect([...shownPeople(people).values()]).toEqual(shown);
});

test('shows the end of the id of a person without an e-mail address', () => {
  const ids = ['01M8CZ5W7DMKB3B4HRGHW6X6JR', '01M8CZ5W7DMKB3B4HRGHW6X6JS'];
  const people = ids.map((id) => ({ id, name: 'Ana', email: null }));
  expect([...shownPeople(people).values()]).toEqual(['Ana (GHW6X6JR)', 'Ana (GHW6X6JS)']);
});

test.each([
  [undefined, 'Ana'],
  ['ana@example.com', 'Ana (ana@example.com)'],
  [null, 'Ana (RGHW6X6J)'],
])(
  'names an answerer with address %p as %s in the dashboard, the terminal and beside a link',
  (email, name) => {
    const by = {
      id: '01M8CZ5W7DMKB3B4HRGHW6X6J',
      name: 'Ana',
      via: 'api',
      credential: null,
    } as const;
    const respondedBy = { ...by, ...(email !== undefined && { email }) };
    const ending = {
      status: 'completed',
      respondedBy,
      respondedAt: null,
      automatic: false,
    } as const;
    expect(whoAndWhen(ending)).toBe(`${name} answered`);
    expect(answererOf(ending)).toBe(name);
    expect(endedWords({ ...ending, answer: 'Yes', why: null }).sentence).toBe(`${name} answered.`);
  },
);
