import { hostIn, type ValuesOf, type Way, type WaySetting } from '../way.ts';

const settings = {
  slackAppToken: {
    label: 'App-level token',
    takes: 'the app-level token of a Slack app (xapp-…)',
    reads: /^xapp-[-A-Za-z0-9]{1,300}$/,
    fallback: null,
    isSecret: true,
    about: 'app-level token of the Slack app, with which it receives answers',
    example: 'xapp-1-A012',
    more: 'With the scope `connections:write`. See [Notifications](reach.md#slack).',
  },
  slackBotToken: {
    label: 'Bot token',
    takes: 'the bot token of a Slack app (xoxb-…)',
    reads: /^xoxb-[-A-Za-z0-9]{1,300}$/,
    fallback: null,
    isSecret: true,
    about: 'bot token of the Slack app, with which it notifies people',
    example: 'xoxb-012-345',
    more: 'With the scopes `chat:write` and `im:history`. See [Notifications](reach.md#slack).',
  },
  slackUrl: {
    label: 'Server',
    takes: 'an http or https URL',
    reads: 'url',
    fallback: 'https://slack.com/api',
    isOutside: true,
    about: "URL of Slack's API, such as https://slack-gov.com/api",
    example: 'https://slack-gov.com/api',
  },
} as const satisfies Record<string, WaySetting>;

const MEMBER_ID = 'Member ID';
const EXAMPLE = 'U012AB3CD';
const MISSING = 'Check the member ID, and check in Slack that the app is not muted.';

/** Direct messages with the owner's Slack app. */
export const slack = {
  label: 'Slack',
  settings,
  needs: ['slackAppToken', 'slackBotToken'],
  added: {
    by: 'address',
    inApi: 'the member ID of a Slack profile',
    hasCode: false,
    read(text, { mustBeSet, refused }) {
      mustBeSet('slackBotToken', 'Slack');
      mustBeSet('slackAppToken', 'Slack');
      // Ids of people; channels begin with C, direct messages with D.
      if (!/^[UW][A-Z0-9]{2,30}$/.test(text)) {
        throw refused(`Use the member ID of a Slack profile, such as ${EXAMPLE}`);
      }
      return { address: text, host: null, name: 'Slack' };
    },
  },
  answers: 'chat',
  listens: ({ slackAppToken, slackBotToken }) => slackAppToken !== null && slackBotToken !== null,
  isTakenBack: true,
  arrival: 'user',
  delaySeconds: 0,
  room: { most: { count: 2500, of: 'letters' }, buttons: 20 },
  host: ({ slackUrl }) => hostIn(slackUrl),
  // Its last part alone is secret: before it are the numbers of the workspace and of the bot.
  account: ({ slackUrl, slackBotToken }) =>
    slackBotToken && `${hostIn(slackUrl)} ${slackBotToken.split('-').slice(0, -1).join('-')}`,
  terminal: {
    add: {
      flag: '--slack <member>',
      about: 'member ID of your Slack profile',
      setBy: 'INBOX_SLACK_APP_TOKEN and INBOX_SLACK_BOT_TOKEN',
      question: MEMBER_ID,
      example: EXAMPLE,
    },
    missing: MISSING,
  },
  dashboard: {
    about: 'Questions and answers in direct messages with this inbox’s Slack app',
    field: {
      label: MEMBER_ID,
      placeholder: EXAMPLE,
      description: 'In Slack, open your profile and choose ⋮, then “Copy member ID”.',
    },
    missing: MISSING,
  },
} as const satisfies Way<ValuesOf<typeof settings>>;
