import type { FormOf } from '../form.ts';
import type { ntfy } from './way.ts';

export const form: FormOf<typeof ntfy.settings> = {
  steps: [],
  asks: [
    {
      name: 'ntfyUrl',
      description: 'ntfy.sh is free and needs no account. A server of your own works as well.',
      offers: ['https://ntfy.sh'],
    },
    {
      name: 'ntfyToken',
      description: 'Only for a server that requires one.',
      isOptional: true,
    },
    {
      name: 'ntfyReplyToken',
      description:
        'Only if answers are published with a token. It is part of every notification, so it must be allowed nothing else.',
      isOptional: true,
      isRare: true,
    },
  ],
  sender: { is: 'another server', by: ['ntfyUrl'] },
};
