/** An inbox, and what an agent must not do: for the files of any client. */
export const connecting = {
  url: 'https://inbox.example.com',
  key: `hp_${'0'.repeat(48)}`,
  executable: '/opt/my "own"/inbox',
  record: '/home/ann/.config/inbox/connected.json',
  ask: [] as string[],
  deniedCommands: ['answer', 'key'],
  deniedDirectories: ['/home/ann/.config/inbox', '/srv/inbox'],
};
