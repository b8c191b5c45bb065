/** The words of a bot to people who write to it. */

export const howTo = (service: string) =>
  `Press a button under a question, or reply to a question that asks for a text. To be notified here, add ${service} in the inbox, under Settings › Notifications.`;

export const ONLY_TEXT =
  'Files, photos, voice messages and their captions are not read here. Reply to a question with a text, or open it in the inbox.';
