/** Questions with fields. */
import type { Sent } from './writing.ts';

export const refund: Sent = {
  status: 'info',
  text: 'The customer was charged twice for invoice `2026-1183`. I propose a full refund of the second charge.',
  review: {
    type: 'form',
    payload: {
      title: 'Refund €1,240 to Hansen GmbH — amount and reason',
      fields: [
        {
          name: 'reason',
          type: 'select',
          label: 'Reason',
          required: true,
          options: ['Duplicate charge', 'Goodwill', 'Fraud'],
        },
        {
          name: 'amount',
          type: 'number',
          label: 'Amount',
          description: 'between 0 and 1,240 €',
          min: 0,
          max: 1240,
          required: true,
        },
        { name: 'write', type: 'checkbox', label: 'Write to the customer' },
        { name: 'note', type: 'textarea', label: 'Note for the books' },
      ],
    },
    expiresInSeconds: 3120,
  },
};

export const letter: Sent = {
  text: 'What should we tell Hansen?',
  review: {
    type: 'text-input',
    payload: {
      markdown: true,
      maxLength: 600,
      prefill: 'Dear Ms Hansen,\n\nwe have **refunded** the second charge.',
      submitLabel: 'Send the letter',
      dismissLabel: 'Do not write',
    },
    expiresInSeconds: 2 * 3600,
  },
};

export const source: Sent = {
  text: 'A new source of data. How?',
  review: {
    type: 'freeform',
    payload: {
      schema: {
        type: 'object',
        required: ['table', 'mode'],
        properties: {
          table: { type: 'string', title: 'Table', default: 'raw.payments' },
          mode: { enum: ['append', 'replace'], title: 'Mode' },
          keys: { type: 'array', items: { type: 'string' }, title: 'Keys' },
          nightly: { type: 'boolean', title: 'Every night', default: true },
        },
      },
    },
    expiresInSeconds: 30 * 3600,
  },
};

export const migration: Sent = {
  text: 'The migration touches every table of `billing`. Before I write it:',
  review: {
    type: 'questions',
    payload: {
      title: 'How shall I migrate billing?',
      questions: [
        {
          id: 'window',
          header: 'When',
          question: 'When may the tables be locked?',
          options: [
            {
              id: 'night',
              label: 'At night',
              description: 'Between 2:00 and 4:00, about 40 seconds',
            },
            { id: 'never', label: 'Never', description: 'In slices, which takes two days' },
          ],
          other: true,
        },
        {
          id: 'checks',
          question: 'Which checks must pass before?',
          options: ['Types', 'Unit tests', 'A copy of production'],
          multiple: true,
        },
        { id: 'token', question: 'Which token may it use for the copy?', secret: true },
      ],
    },
    expiresInSeconds: 70 * 3600,
  },
};
