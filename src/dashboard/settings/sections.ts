/** The sections of the settings, in the order of the list and of the palette. */
export type Section = {
  /** The part of its path after /settings/. */
  name: string;
  label: string;
  about: string;
  group: 'Inbox' | 'You' | 'Server';
  ownersOnly: boolean;
};

export const sections: Section[] = [
  {
    name: 'keys',
    label: 'API keys',
    about: 'Credentials for agents',
    group: 'Inbox',
    ownersOnly: true,
  },
  {
    name: 'agents',
    label: 'Agents',
    about: 'Coding agents, and their machines',
    group: 'Inbox',
    ownersOnly: true,
  },
  {
    name: 'channels',
    label: 'Channels',
    about: 'Names, webhooks and their deliveries',
    group: 'Inbox',
    ownersOnly: true,
  },
  {
    name: 'people',
    label: 'People',
    about: 'Who can answer, and where',
    group: 'Inbox',
    ownersOnly: true,
  },
  {
    name: 'plugins',
    label: 'Plugins',
    about: 'Additional kinds of questions',
    group: 'Inbox',
    ownersOnly: true,
  },
  {
    name: 'profile',
    label: 'Profile and password',
    about: 'Your name and login',
    group: 'You',
    ownersOnly: false,
  },
  {
    name: 'sessions',
    label: 'Sessions',
    about: 'Where you are logged in',
    group: 'You',
    ownersOnly: false,
  },
  {
    name: 'tokens',
    label: 'My tokens',
    about: 'Let your scripts answer as you',
    group: 'You',
    ownersOnly: false,
  },
  {
    name: 'notifications',
    label: 'Notifications',
    about: 'Contacts, quiet hours, reminders and escalation',
    group: 'You',
    ownersOnly: false,
  },
  {
    name: 'appearance',
    label: 'Appearance',
    about: 'Theme, density and text size',
    group: 'You',
    ownersOnly: false,
  },
  {
    name: 'about',
    label: 'About',
    about: 'Version, health, data',
    group: 'Server',
    ownersOnly: false,
  },
];

export const sectionsFor = (role: 'owner' | 'reviewer') =>
  sections.filter(({ ownersOnly }) => role === 'owner' || !ownersOnly);
