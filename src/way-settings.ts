/** The settings of the ways to reach people; each way is off until it is set. */
import {
  BotToken,
  EmailOrHttps,
  Optional,
  plain,
  Sender,
  SlackAppToken,
  SlackBotToken,
  SmtpUrl,
  Topic,
  urlWithoutLogin,
} from './setting-values.ts';

const NO_LOGIN = 'let the inbox call that server without a login';

const orNone = (value: string | null) => value;

export const waySettings = {
  ntfyUrl: {
    takes: 'an http or https URL',
    schema: urlWithoutLogin('set an access token as INBOX_NTFY_TOKEN').nullable(),
    write: orNone,
    fallback: null,
    about: 'URL of the ntfy server that sends notifications, such as https://ntfy.sh',
  },
  ntfyToken: {
    takes: 'an access token of the ntfy server',
    schema: Optional,
    write: orNone,
    fallback: null,
    about: 'access token for that ntfy server, if it requires one',
  },
  ntfyReplyTopic: {
    takes: 'a topic: letters, digits, `-` and `_`',
    schema: Topic.nullable(),
    write: orNone,
    fallback: null,
    about: 'topic of that ntfy server to which the buttons of notifications post answers',
  },
  ntfyReplyToken: {
    takes: 'an access token of the ntfy server',
    schema: Optional,
    write: orNone,
    fallback: null,
    about: 'access token that those buttons publish with, if the topic requires one',
  },
  appriseUrl: {
    takes: 'an http or https URL',
    schema: urlWithoutLogin(NO_LOGIN).nullable(),
    write: orNone,
    fallback: null,
    about: 'URL of the Apprise API that sends notifications, such as http://localhost:8000',
  },
  smtpUrl: {
    takes: 'an smtp or smtps URL such as smtps://user:password@mail.example.com',
    schema: SmtpUrl.nullable(),
    write: orNone,
    fallback: null,
    about: 'URL of the mail server that sends notifications, with its login',
  },
  smtpFrom: {
    takes: 'an address such as inbox@example.com or Inbox <inbox@example.com>',
    schema: Sender.nullable(),
    write: orNone,
    fallback: null,
    about: 'sender address of e-mails, such as inbox@example.com',
  },
  telegramToken: {
    takes: 'the token of a bot (123456:ABC…)',
    schema: BotToken.nullable(),
    write: orNone,
    fallback: null,
    about: 'token of the Telegram bot that notifies people and receives their answers',
  },
  telegramUrl: {
    takes: 'an http or https URL',
    schema: urlWithoutLogin(NO_LOGIN),
    write: plain,
    fallback: 'https://api.telegram.org',
    about: "URL of Telegram's bot API; change it only if you run your own server",
  },
  slackAppToken: {
    takes: 'the app-level token of a Slack app (xapp-…)',
    schema: SlackAppToken.nullable(),
    write: orNone,
    fallback: null,
    about: 'app-level token of the Slack app, with which it receives answers',
  },
  slackBotToken: {
    takes: 'the bot token of a Slack app (xoxb-…)',
    schema: SlackBotToken.nullable(),
    write: orNone,
    fallback: null,
    about: 'bot token of the Slack app, with which it notifies people',
  },
  slackUrl: {
    takes: 'an http or https URL',
    schema: urlWithoutLogin(NO_LOGIN),
    write: plain,
    fallback: 'https://slack.com/api',
    about: "URL of Slack's API, such as https://slack-gov.com/api",
  },
  pushSubject: {
    takes: 'an e-mail address or an https URL',
    schema: EmailOrHttps.nullable(),
    write: orNone,
    fallback: null,
    about:
      'address at which push services can contact the operator, if the inbox has no public https URL',
  },
} as const;
