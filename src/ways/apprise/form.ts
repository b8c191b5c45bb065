import type { FormOf } from '../form.ts';
import type { apprise } from './way.ts';

export const form: FormOf<typeof apprise.settings> = {
  steps: [],
  asks: [
    {
      name: 'appriseUrl',
      description: 'The URL of your server of the Apprise API, such as http://localhost:8000.',
    },
  ],
  sender: { is: 'another server', by: ['appriseUrl'] },
};
