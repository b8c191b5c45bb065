/** The pages that a person can go to: in the navigation, by `g` and a letter, and from the palette. */
export const places = [
  { path: '/', label: 'Pending', key: 'w' },
  { path: '/answered', label: 'Answered', key: 'd' },
  { path: '/activity', label: 'Activity', key: 'v' },
  { path: '/files', label: 'Files', key: 'f' },
  { path: '/settings', label: 'Settings', key: 's' },
] as const;
