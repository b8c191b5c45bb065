import { hostIn, type ValuesOf, type Way, type WaySetting } from '../way.ts';

const settings = {
  telegramToken: {
    label: 'Bot token',
    takes: 'the token of a bot (123456:ABC…)',
    // The id of the bot, a colon, and its secret.
    reads: /^\d{1,20}:[-_A-Za-z0-9]{1,100}$/,
    fallback: null,
    isSecret: true,
    about: 'token of the Telegram bot that notifies people and receives their answers',
    example: '123456:ABC',
    more: 'Telegram’s @BotFather gives it to you.',
  },
  telegramUrl: {
    label: 'Server',
    takes: 'an http or https URL',
    reads: 'url',
    fallback: 'https://api.telegram.org',
    isOutside: true,
    about: "URL of Telegram's bot API; change it only if you run your own server",
    example: 'http://localhost:8081',
  },
} as const satisfies Record<string, WaySetting>;

/** A chat with the inbox's Telegram bot. */
export const telegram = {
  label: 'Telegram',
  settings,
  needs: ['telegramToken'],
  added: {
    by: 'link',
    linkOf: (bot, code) => `https://t.me/${bot}?start=${code}`,
  },
  answers: 'chat',
  listens: ({ telegramToken }) => telegramToken !== null,
  isTakenBack: true,
  arrival: 'user',
  delaySeconds: 0,
  room: { most: { count: 3500, of: 'units' }, buttons: 20 },
  host: ({ telegramUrl }) => hostIn(telegramUrl),
  // Before the colon is the id of the bot.
  account: ({ telegramUrl, telegramToken }) =>
    telegramToken && `${hostIn(telegramUrl)} ${telegramToken.split(':')[0]}`,
  terminal: {
    add: {
      flag: '--telegram',
      about: 'chat with the Telegram bot, added by a link that you open',
      setBy: 'INBOX_TELEGRAM_TOKEN',
      question: null,
      example: '',
    },
    missing: 'Check that the chat with the bot is not blocked or muted.',
  },
  dashboard: {
    about: 'Questions and answers in a chat with this inbox’s bot',
    field: null,
    missing: 'In Telegram, check that the chat with the bot is not blocked or muted.',
  },
} as const satisfies Way<ValuesOf<typeof settings>>;
