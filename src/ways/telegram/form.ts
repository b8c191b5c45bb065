import type { FormOf } from '../form.ts';
import type { telegram } from './way.ts';

export const form: FormOf<typeof telegram.settings> = {
  steps: [
    {
      text: 'In Telegram, open a chat with @BotFather and press Start.',
      link: { label: 'Open @BotFather', url: 'https://t.me/BotFather' },
    },
    { text: 'Send it this command.', copy: { what: 'command', text: '/newbot' } },
    {
      text: 'Send it a name for the bot, such as Agent Inbox, then a user name that ends in “bot”.',
    },
    { text: 'Copy the token that it answers with, and enter it here.' },
  ],
  asks: [
    {
      name: 'telegramToken',
      description: 'Looks like 123456:ABC-DEF. Each inbox needs a bot of its own.',
    },
  ],
  sender: { is: 'another bot', by: ['telegramToken'] },
};
