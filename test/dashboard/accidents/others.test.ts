import { type Kind, testAccidents } from './table.ts';

const kinds: Record<string, Kind> = {
  rating: { type: 'rating', payload: { prompt: 'Well?' }, key: '3', button: '3' },
  'diff-review': {
    type: 'diff-review',
    payload: { files: [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-old\n+new' }] },
    key: 'a',
    button: 'Approve',
  },
};

testAccidents(kinds);
