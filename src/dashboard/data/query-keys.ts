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
  channels: ['channels'],
  message: (id: string) => ['message', id],
  device: (userCode: string) => ['device', userCode],
  messages: (filter: MessageFilter) => ['messages', filter],
} as const;
