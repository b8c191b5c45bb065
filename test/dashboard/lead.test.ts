import { expect, test } from 'bun:test';
import { leadOf } from '../../src/dashboard/data/title.ts';

const asked = (payload: Record<string, unknown>) => ({ payload }) as never;

test.each([
  ['locks user_id', { text: '# Migrate\n\nlocks `user_id`', review: null }],
  ['today, or later', { text: '**Deploy** today, or later', review: asked({ title: 'Deploy' }) }],
  ['today', { text: '**Deploy** today', review: asked({ title: '**Deploy**' }) }],
  ['one two', { text: '- Choose\n- one\n- two', review: null }],
  [
    'see the run',
    {
      text: null,
      review: asked({ title: 'Go?', description: 'see [the run](https://a.example)' }),
    },
  ],
  ['', { text: 'Deploy?', review: asked({ title: 'Deploy?' }) }],
])('continues with %j', (lead, message) => {
  expect(leadOf(message)).toBe(lead);
});
