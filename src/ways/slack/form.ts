import type { FormOf } from '../form.ts';
import type { slack } from './way.ts';

/** The app as it has to be: `docs/reach.md` has the same manifest. */
export const manifest = {
  display_information: { name: 'Agent Inbox' },
  features: {
    app_home: {
      home_tab_enabled: false,
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: false,
    },
    bot_user: { display_name: 'Agent Inbox', always_online: true },
  },
  oauth_config: { scopes: { bot: ['chat:write', 'im:history'] } },
  settings: {
    event_subscriptions: { bot_events: ['message.im'] },
    interactivity: { is_enabled: true },
    socket_mode_enabled: true,
  },
};

export const form: FormOf<typeof slack.settings> = {
  steps: [
    {
      text: 'Open the apps of your workspace. Choose Create New App, From a manifest, and the workspace.',
      link: { label: 'Open api.slack.com/apps', url: 'https://api.slack.com/apps' },
    },
    {
      text: 'Replace the manifest there by this one, and create the app.',
      copy: { what: 'manifest', text: JSON.stringify(manifest) },
    },
    {
      text: 'Under Basic Information, App-Level Tokens, generate a token with the scope connections:write. Enter it here as the app-level token.',
    },
    {
      text: 'Under Install App, install the app in the workspace. Enter the Bot User OAuth Token that is shown then.',
    },
  ],
  asks: [
    { name: 'slackAppToken', description: 'Begins with xapp-.' },
    { name: 'slackBotToken', description: 'Begins with xoxb-.' },
  ],
  sender: { is: 'another app', by: ['slackBotToken'] },
};
