import { press } from '../../support/browser/questions.ts';
import { type Kind, testAccidents } from './table.ts';

const kinds: Record<string, Kind> = {
  approval: { type: 'approval', payload: {}, key: 'a', button: 'Approve', more: 'all' },
  'danger approval': {
    type: 'approval',
    payload: {
      options: [{ id: 'drop', label: 'Drop it', style: 'danger', decision: 'allow' }, 'Keep it'],
    },
    key: 'a',
    button: 'Drop it',
    isTwice: true,
    // The keys of others are kept from it as from an approval.
    more: ['four clicks', 'four clicks on a page that is slow to receive them', 'three taps'],
  },
  'single selection': {
    type: 'selection',
    payload: { items: ['eu', 'us'] },
    key: '1',
    button: 'eu',
  },
  'multi selection': {
    type: 'selection',
    payload: { items: ['eu', 'us'], mode: 'multi' },
    key: 'Enter',
    button: 'Send answer',
    before: (page) => press(page, '1'),
  },
};

testAccidents(kinds);
