import { hostIn, type ValuesOf, type Way, type WaySetting } from '../way.ts';

const settings = {
  ntfyUrl: {
    label: 'Server',
    takes: 'an http or https URL',
    reads: 'url',
    login: 'set an access token as INBOX_NTFY_TOKEN',
    fallback: null,
    about: 'URL of the ntfy server that sends notifications, such as https://ntfy.sh',
    example: 'https://ntfy.sh',
    more: 'Users add a topic of this server as a contact. See [Notifications](reach.md).',
  },
  ntfyToken: {
    label: 'Access token',
    takes: 'an access token of the ntfy server',
    reads: 'text',
    fallback: null,
    isSecret: true,
    about: 'access token for that ntfy server, if it requires one',
    example: 'tk_…',
  },
  ntfyReplyTopic: {
    label: 'Reply topic',
    takes: 'a topic: letters, digits, `-` and `_`',
    reads: /^[-_A-Za-z0-9]{1,64}$/,
    fallback: null,
    isSecret: true,
    about: 'topic of that ntfy server to which the buttons of notifications post answers',
    isMade: true,
    example: 'my-inbox-replies-8c2e41',
    more: 'With it, answers need no public URL: the inbox listens to the topic. Choose a name that nobody can guess.',
  },
  ntfyReplyToken: {
    label: 'Access token of the reply topic',
    takes: 'an access token of the ntfy server',
    reads: 'text',
    fallback: null,
    isSecret: true,
    about: 'access token that those buttons publish with, if the topic requires one',
    example: 'tk_…',
    more: 'It is part of every notification: let it do nothing but publish to that topic.',
  },
} as const satisfies Record<string, WaySetting>;

const TOPIC = settings.ntfyReplyTopic.reads;
const LOGIN_IN_TOPIC =
  'The URL of a topic must not contain a user name or password. For a server with logins, the owner sets INBOX_NTFY_URL and INBOX_NTFY_TOKEN, and you use the topic alone';

/** A topic of the owner's ntfy server, or of another one that its user names by a URL. */
export const ntfy = {
  label: 'ntfy',
  settings,
  needs: ['ntfyUrl'],
  added: {
    by: 'address',
    inApi: 'an ntfy topic or its whole URL',
    hasCode: false,
    read(text, { mustBeSet, mustBeOutside, refused }) {
      if (TOPIC.test(text)) {
        mustBeSet('ntfyUrl', 'a topic');
        return { address: text, host: null, name: 'ntfy' };
      }
      const url = URL.parse(text);
      const topic = url?.pathname.split('/').at(-1) ?? '';
      if (!url || !TOPIC.test(topic) || url.search || url.hash) {
        throw refused('Use a topic such as my-inbox, or its URL such as https://ntfy.sh/my-inbox');
      }
      if (url.username !== '' || url.password !== '') throw refused(LOGIN_IN_TOPIC);
      mustBeOutside(text, 'The URL of a topic');
      return { address: url.href, host: url.host, name: url.host };
    },
    // https://docs.ntfy.sh/subscribe/phone/#ntfy-links
    subscription(topic, { ntfyUrl }) {
      const server = URL.parse(ntfyUrl ?? '');
      if (!server) return null;
      const where = `${server.host}${server.pathname.replace(/\/$/, '')}`;
      const secure = server.protocol === 'https:' ? '' : '?secure=false';
      return {
        server: server.href.replace(/\/$/, ''),
        topic,
        url: `ntfy://${where}/${topic}${secure}`,
      };
    },
  },
  answers: 'buttons',
  listens: ({ ntfyUrl, ntfyReplyTopic }) => ntfyUrl !== null && ntfyReplyTopic !== null,
  isTakenBack: true,
  publicHosts: ['ntfy.sh'],
  arrival: 'user',
  delaySeconds: 0,
  room: { most: { count: 3500, of: 'bytes' }, buttons: 3 },
  host: ({ ntfyUrl }) => hostIn(ntfyUrl),
  account: ({ ntfyUrl }) => hostIn(ntfyUrl),
  terminal: {
    add: {
      flag: '--ntfy [topic]',
      about:
        'topic of ntfy, or the URL of a topic on another ntfy server; without one, the inbox makes a topic',
      setBy: 'INBOX_NTFY_URL, unless you give a URL',
      question: 'Topic, or its URL; empty for one that the inbox makes',
      example: 'my-inbox-7f3a',
    },
    missing: 'Check that the ntfy app is subscribed to this topic on this server.',
  },
  dashboard: {
    about: 'Notifications on your phone, with the ntfy app',
    field: {
      label: 'Topic',
      placeholder: 'inbox-k3v9p2',
      description:
        'The topic that your app is subscribed to, or its URL. On a public server, anyone who knows the topic can read it, so choose a name that is hard to guess.',
    },
    missing: 'In the ntfy app, check that you are subscribed to this topic on the same server.',
  },
} as const satisfies Way<ValuesOf<typeof settings>>;
