/** The names under which answers of the server are kept; the live events change them by these. */
export type MessageFilter = {
  channel?: string;
  search?: string;
  review?: 'pending' | 'completed' | 'expired' | 'any';
  has_attachments?: 'true' | 'false';
};

export const queryKeys = {
  session: ['session'],
  pending: ['pending'],
  answers: ['answers'],
  plugins: ['plugins'],
  channels: ['channels'],
  /** Of a channel, of all (''), or of each. */
  files: (channel?: string) => (channel === undefined ? ['files'] : ['files', channel]),
  message: (id: string) => ['message', id],
  messages: (filter: MessageFilter) => ['messages', filter],
} as const;
