/** One example or more for the named schemas; a test validates each. */
const at = '2026-01-02T03:04:05.678Z';
const channelId = '01K00000000000000000000000';
const id = '01K00000000000000000000001';
const userId = '01K00000000000000000000002';
const keyId = '01K00000000000000000000003';

const reach = {
  state: 'settled',
  people: 2,
  reachable: 1,
  watching: 0,
  via: ['ntfy'],
  notices: { waiting: 0, accepted: 1, delivered: 0, failed: 0, unknown: 0 },
  firstAcceptedAt: at,
  firstDeliveredAt: null,
  seenAt: '2026-01-02T03:13:05.000Z',
  heldUntil: null,
  nextAt: null,
  setUp: true,
  warning: null,
};

const review = {
  type: 'approval',
  status: 'completed',
  payload: {
    options: [
      { id: 'approve', label: 'Approve', style: 'primary' },
      { id: 'reject', label: 'Reject', style: 'danger' },
    ],
    allowComment: true,
  },
  askedBy: { id: keyId, name: 'claude@laptop' },
  expiresInSeconds: 86_400,
  expiresAt: '2026-01-03T03:04:05.678Z',
  openedAt: at,
  response: { selectedOption: 'approve', comment: 'Go' },
  verdict: 'approved',
  respondedAt: '2026-01-02T03:14:05.000Z',
  respondedBy: { id: userId, name: 'Ada', via: 'dashboard', credential: 'session' },
  automatic: false,
  withdrawn: null,
  ranAt: null,
  default: null,
  defaultReason: null,
  urgency: 'normal',
  lowered: false,
  confirm: false,
  hold: false,
  notifyAfterSeconds: 0,
  reach,
  callback: null,
};

const message = {
  id,
  channelId,
  senderType: 'agent',
  senderId: channelId,
  senderName: null,
  text: 'Deploy **1.4.2** to production?',
  status: 'warning',
  review,
  metadata: {
    source: { client: 'Claude Code', cwd: '~/src/shop', session: 'b81f', callId: 'toolu_01' },
  },
  webhookUrl: null,
  deliveryStatus: 'sent',
  streamId: null,
  streamState: null,
  clientId: 'deploy-1.4.2',
  attachments: [],
  createdAt: at,
  updatedAt: '2026-01-02T03:14:05.000Z',
  seq: 4711,
  truncated: false,
};

const quiet = [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00' }];

export const examples: Record<string, unknown[]> = {
  CreateContact: [
    { kind: 'ntfy', address: 'my-inbox-3f9c1d' },
    {
      kind: 'ntfy',
      address: 'https://example.com/my-inbox-3f9c1d',
      name: 'phone',
      answers: true,
      shows: 'title',
      delaySeconds: 60,
      from: 'high',
    },
  ],
  PairContact: [
    {},
    { name: 'phone', answers: true, shows: 'title', delaySeconds: 60, from: 'high' },
  ],
  VerifyContact: [{ code: '123456' }],
  UpdateContact: [
    { name: 'phone', answers: false, shows: 'nothing', delaySeconds: 60, from: 'low' },
    { disabled: true },
  ],
  Ladder: [{ steps: [{ afterSeconds: 600, people: [userId] }] }],
  Attention: [
    {
      timeZone: 'Europe/Berlin',
      quiet,
      highBreaksThrough: true,
      reminders: true,
      digest: '08:00',
    },
  ],
  SendMessage: [
    { channelId, text: 'Deployed 1.4.2', status: 'success' },
    {
      channelId,
      text: 'Deploy 1.4.2?',
      review: { type: 'approval', payload: { allowComment: true } },
    },
    { channelId, text: '', streamId: 'turn-7', streamState: 'streaming' },
  ],
  AskReview: [
    {
      type: 'approval',
      payload: { title: 'Deploy?', options: ['ship', 'hold'] },
      expiresInSeconds: 3600,
    },
    {
      type: 'form',
      payload: {
        fields: [{ name: 'nodes', type: 'number', label: 'Nodes', required: true, min: 1 }],
      },
    },
  ],
  UpdateStream: [{ text: 'The text so far' }, { text: 'The whole text', complete: true }],
  Withdraw: [{}, { reason: 'answered in the terminal' }],
  DecisionAnswers: [{ response: { answers: { region: { selected: ['eu'] } } } }],
  Respond: [
    { response: { selectedOption: 'approve', comment: 'Go' } },
    { response: { selectedIds: ['eu'] } },
    { response: { nodes: 3 } },
    { response: { answers: { region: { selected: ['eu'] }, when: { other: 'at night' } } } },
    { response: { text: 'It was the cache.' } },
  ],
  Review: [review],
  Message: [message],
  MessagePage: [{ data: [message], nextCursor: id }],
  WaitOutcome: [{ status: 'completed', message }, { status: 'timeout' }],
  CreateAgent: [{ name: 'deploys', description: 'Production deploys' }],
  UpdateAgent: [{ name: 'releases', description: null }],
  SetUp: [{ email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }],
  CreateUser: [
    { email: 'rita@example.com', name: 'Rita', role: 'reviewer', channels: [channelId] },
  ],
  UpdateUser: [{ channels: [channelId] }],
  LogIn: [{ email: 'ada@example.com', password: 'correct horse battery' }],
  Ping: [{ agentId: channelId, status: 'busy', message: 'Building 1.4.2' }],
  SetWebhook: [{ channelId, url: 'https://example.com/hook', headers: { 'x-team': 'core' } }],
  DeleteWebhook: [{ channelId }],
  CreateKey: [{ name: 'ci', channels: [channelId], expiresAt: '2027-01-01T00:00:00Z' }],
  NewEnrolment: [{ client: 'claude' }, { client: 'opencode', channelId }],
  Enrol: [{ code: 'BCDF-GHJK', client: 'claude', host: 'laptop', version: '2.1.330' }],
  RotateKey: [{}, { oldExpiresAt: '2027-01-01T00:00:00Z' }],
  CreateToken: [{ name: 'laptop' }, { name: 'report', expiresAt: '2027-01-01T00:00:00Z' }],
  BackupMade: [{ name: 'inbox-2026-01-02.tar.gz', size: 4_100_000, version: '1.0.0' }],
  ChangeName: [{ name: 'Ada Lovelace' }],
  ChangePassword: [{ current: 'correct horse battery', next: 'tulips in spring' }],
  SetLocalAnswers: [{ localAnswers: 'off' }],
  SetWay: [
    {
      password: 'correct horse battery',
      settings: { ntfyUrl: 'https://example.com', ntfyToken: null },
    },
  ],
  TurnWayOff: [{ password: 'correct horse battery' }],
  SetPublicUrl: [{ password: 'correct horse battery', publicUrl: 'https://example.com/inbox' }],
  CheckPublicUrl: [
    { password: 'correct horse battery', publicUrl: 'https://example.com/inbox' },
    { held: true },
  ],
  BeginDevice: [{ name: 'inbox login on laptop' }],
  CollectDevice: [{ deviceCode: 'hd_5f1c…' }],
  DeviceOutcome: [{ status: 'pending' }],
  DecideDevice: [{ userCode: 'BCDF-GHJK' }],
  Problem: [{ statusCode: 404, message: 'Message not found' }],
  ValidationProblem: [
    {
      statusCode: 400,
      message: 'Validation failed',
      detail: 'text: Invalid input: expected string, received number',
      errors: [
        {
          code: 'invalid_type',
          message: 'Invalid input: expected string, received number',
          path: ['text'],
        },
      ],
    },
  ],
  ConflictProblem: [
    {
      statusCode: 409,
      message: 'Already answered by Ada at 2026-01-02T03:14:05.000Z',
      status: 'completed',
      respondedAt: '2026-01-02T03:14:05.000Z',
      respondedBy: { id: userId, name: 'Ada', via: 'dashboard', credential: 'session' },
    },
  ],
  MessageCreatedEvent: [
    { event: 'message:created', channelId, message: { ...message, review: null } },
  ],
  ReviewRespondedEvent: [
    {
      event: 'review:responded',
      channelId,
      message_id: id,
      review_type: 'approval',
      response: { selectedOption: 'approve' },
      responded_at: at,
    },
  ],
  ReviewWithdrawnEvent: [
    {
      event: 'review:withdrawn',
      channelId,
      message_id: id,
      review_type: 'approval',
      why: 'answered in the terminal',
      at,
      was: { pending: true },
    },
  ],
  ReviewExpiredEvent: [
    { event: 'review:expired', channelId, message_id: id, review_type: 'approval', expired_at: at },
  ],
};
