/** The settings of the ways to reach people; each way is off until it is set. */
import { Optional, Topic, Url } from './setting-values.ts';

const orNone = (value: string | null) => value;

export const waySettings = {
  ntfyUrl: {
    takes: 'an http or https URL',
    schema: Url.nullable(),
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
    schema: Url.nullable(),
    write: orNone,
    fallback: null,
    about: 'URL of the Apprise API that sends notifications, such as http://localhost:8000',
  },
} as const;
