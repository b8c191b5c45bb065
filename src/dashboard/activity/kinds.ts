/** The kinds of activity, and the audit entries of each. */
export type FeedKind = keyof typeof kinds;
export type ChangeKind = Exclude<FeedKind, 'answered' | 'expired' | 'withdrawn' | 'retracted'>;

type Kind = { label: string; actions: string[]; ofQuestions?: true; ofChannels?: true };

export const kinds = {
  answered: { label: 'Answered', actions: [], ofQuestions: true },
  expired: { label: 'Expired', actions: [], ofQuestions: true },
  withdrawn: { label: 'Withdrawn', actions: [], ofQuestions: true },
  retracted: { label: 'Retracted', actions: [], ofQuestions: true },
  webhooks: {
    label: 'Webhooks',
    actions: [
      'webhook.failing',
      'webhook.paused',
      'webhook.resumed',
      'webhook.updated',
      'webhook.deleted',
      'webhook.secretRotated',
    ],
    ofChannels: true,
  },
  channels: {
    label: 'Channels',
    actions: ['channel.created', 'channel.updated', 'channel.deleted'],
    ofChannels: true,
  },
  keys: {
    label: 'Keys and tokens',
    actions: ['key.created', 'key.revoked', 'token.created', 'token.revoked'],
  },
  people: {
    label: 'People',
    actions: ['user.created', 'user.updated', 'user.deleted', 'password.changed'],
  },
  logins: {
    label: 'Logins',
    actions: ['login.succeeded', 'login.failed', 'device.approved'],
  },
} as const satisfies Record<string, Kind>;

const named = Object.entries(kinds) as [FeedKind, Kind][];

export const isFeedKind = (name: string): name is FeedKind => Object.hasOwn(kinds, name);

/** Reviewers see how questions ended, and nothing that only the audit log has. */
export const kindsFor = (role: 'owner' | 'reviewer'): [FeedKind, Kind][] =>
  named.filter(([, { ofQuestions }]) => role === 'owner' || ofQuestions);

/** Returns the actions to request from the audit log: none if no entry could match. */
export function actionsOf(kind: FeedKind | null, isOfChannel: boolean): string[] {
  const chosen = named.filter(([name]) => kind === null || name === kind);
  return chosen
    .filter(([, { ofChannels }]) => !isOfChannel || ofChannels)
    .flatMap(([, { actions }]) => actions);
}

/** Returns the kind of an audit action. */
export const kindOfAction = (action: string) =>
  named.find(([, { actions }]) => actions.includes(action))?.[0] as ChangeKind | undefined;
