import { expect, test } from 'bun:test';
import { titleIn } from '../../../src/core/messages/title.ts';

const asked = (payload: Record<string, unknown>) => ({ payload });

test.each([
  ['Deploy?', { text: 'Long story', review: asked({ title: 'Deploy?' }) }],
  ['Long story', { text: '\n## Long **story**\nand more', review: asked({ title: ' ' }) }],
  ['Which?', { text: null, review: asked({ prompt: '_Which?_' }) }],
  ['Rename user_id now', { text: 'Rename `user_id` _now_', review: null }],
  [
    'Merge PR 12 after 2 * 3 runs',
    { text: 'Merge [PR 12](https://a.example) after 2 * 3 runs', review: null },
  ],
  ['SELECT *', { text: '```sql\nSELECT *\n```', review: null }],
  [null, { text: ' ', review: asked({}) }],
] as const)('returns %p', (title, message) => {
  expect(titleIn(message)).toBe(title);
});
