/** The owner's settings to reach people; each way is off until it is set. */
export type Ways = {
  /** The base URL of an ntfy server. */
  ntfyUrl: string | null;
  ntfyToken: string | null;
  /** The topic of that server to which the buttons of its notifications post answers. */
  ntfyReplyTopic: string | null;
  /** The token with which those buttons publish; it travels in the notifications. */
  ntfyReplyToken: string | null;
  /** The base URL of Apprise's API. */
  appriseUrl: string | null;
  /** The server that sends mail, as `readSmtpUrl` takes it. */
  smtpUrl: string | null;
  /** The sender of mail, as `readSender` takes it. */
  smtpFrom: string | null;
  telegramToken: string | null;
  telegramUrl: string;
  /** Connects to Slack; `slackBotToken` sends. */
  slackAppToken: string | null;
  slackBotToken: string | null;
  /** The methods of Slack's API are below it. */
  slackUrl: string;
  /** Where people open the inbox. */
  publicUrl: string | null;
  /** An e-mail address or an https URL: whom push services may contact. */
  pushSubject: string | null;
};

/** Whether a button of ntfy's notifications has somewhere to post to. */
export const takesPresses = ({ publicUrl, ntfyUrl, ntfyReplyTopic }: Ways): boolean =>
  publicUrl !== null || (ntfyUrl !== null && ntfyReplyTopic !== null);

export const noWays: Ways = {
  ntfyUrl: null,
  ntfyToken: null,
  ntfyReplyTopic: null,
  ntfyReplyToken: null,
  appriseUrl: null,
  smtpUrl: null,
  smtpFrom: null,
  telegramToken: null,
  telegramUrl: 'https://api.telegram.org',
  slackAppToken: null,
  slackBotToken: null,
  slackUrl: 'https://slack.com/api',
  publicUrl: null,
  pushSubject: null,
};
