import { test } from 'bun:test';
import { goThrough, type Kind, PATIENT_MS } from './table.ts';

const kinds: Record<string, Kind> = {
  rating: { type: 'rating', payload: { prompt: 'Well?' }, key: '3', button: '3' },
  'diff-review': {
    type: 'diff-review',
    payload: { files: [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-old\n+new' }] },
    ...{ key: 'a', button: 'Approve' },
  },
};

test.each(Object.entries(kinds))(
  'no accident answers more than one question: %s',
  async (...of) => goThrough(of[1]),
  PATIENT_MS,
);
