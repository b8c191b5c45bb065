import type { FormOf } from '../form.ts';
import type { webpush } from './way.ts';

export const form: FormOf<typeof webpush.settings> = {
  steps: [],
  asks: [
    {
      name: 'pushSubject',
      description:
        'An e-mail address or an https URL at which push services can contact you. Needed only if the inbox has no public https URL.',
      isOptional: true,
    },
  ],
  sender: null,
};
