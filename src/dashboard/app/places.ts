/** Where a person goes: in the navigation, by `g` and the letter, and from the palette. */
export const places = [
  { path: '/', label: 'Pending', key: 'w' },
  { path: '/answered', label: 'Answered', key: 'd' },
  { path: '/activity', label: 'Activity', key: 'v' },
  { path: '/files', label: 'Files', key: 'f' },
  { path: '/settings', label: 'Settings', key: 's' },
] as const;
