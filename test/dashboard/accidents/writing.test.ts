import { test } from 'bun:test';
import { goThrough, type Kind, PATIENT_MS } from './table.ts';

const kinds: Record<string, Kind> = {
  form: {
    ...{ type: 'form', payload: { fields: [{ name: 'why', type: 'text', label: 'Why' }] } },
    ...{ key: 'Control+Enter', button: 'Send answer' },
  },
  'text-input': {
    ...{ type: 'text-input', payload: { prefill: 'Dear' } },
    ...{ key: 'Control+Enter', button: 'Send answer' },
  },
  freeform: {
    ...{ type: 'freeform', payload: {}, key: 'Control+Enter', button: 'Send answer' },
  },
};

test.each(Object.entries(kinds))(
  'no accident answers more than one question: %s',
  async (...of) => goThrough(of[1]),
  PATIENT_MS,
);
