import { type Kind, testAccidents } from './table.ts';

const kinds: Record<string, Kind> = {
  form: {
    type: 'form',
    payload: { fields: [{ name: 'why', type: 'text', label: 'Why' }] },
    key: 'Control+Enter',
    button: 'Send answer',
    more: 'all',
  },
  'text-input': {
    type: 'text-input',
    payload: { prefill: 'Dear' },
    key: 'Control+Enter',
    button: 'Send answer',
  },
  freeform: {
    type: 'freeform',
    payload: {},
    key: 'Control+Enter',
    button: 'Send answer',
  },
};

testAccidents(kinds);
