/** Questions with buttons, and a change of a file to approve. */
import type { Sent } from './writing.ts';

export const deployOptions = {
  options: [
    { id: 'deploy', label: 'Deploy now', style: 'primary' },
    { id: 'wait', label: 'Wait until 13:00' },
    { id: 'reject', label: 'Reject', style: 'danger' },
  ],
  allowComment: true,
};

export const deploy: Sent = {
  status: 'warning',
  text: [
    'All **482 checks** passed. Two migrations run before the switch; the second one rewrites `orders` and locks it for about **40 s**.',
    "```sql\n+ ALTER TABLE orders ADD COLUMN settled_at timestamptz;\n+ UPDATE orders SET settled_at = paid_at WHERE state = 'paid';   -- 1.9 M rows\n- DROP INDEX orders_state_idx;\n```",
    'Traffic is lowest at 13:00.',
  ].join('\n\n'),
  review: {
    type: 'approval',
    payload: { title: 'Deploy v2.3.1 to production?', ...deployOptions },
    expiresInSeconds: 255,
    urgency: 'high',
  },
};

export const diff: Sent = {
  text: 'I found why the index is slow.',
  review: {
    type: 'diff-review',
    payload: {
      title: 'One line makes the orders page fast again',
      files: [
        {
          path: 'src/orders/list.ts',
          diff: [
            '@@ -12,5 +12,5 @@',
            ' export function openOrders(db: Database) {',
            "-  return db.all('SELECT * FROM orders WHERE lower(state) = ?', 'open');",
            "+  return db.all('SELECT * FROM orders WHERE state = ?', 'open');",
            ' }',
          ].join('\n'),
        },
      ],
    },
    expiresInSeconds: 8 * 3600,
  },
};

export const cleaning: Sent = {
  review: {
    type: 'permission',
    payload: {
      tool: 'Bash',
      input: {
        command: 'rm -rf build/cache\nnpm run build -- --mode production',
        timeout: 120_000,
      },
      description: 'The last build used an old cache.',
      choices: [
        { id: 'always', label: 'Always allow npm run build in ~/src/shop' },
        { id: 'stop', label: 'Deny and stop', decision: 'deny' },
      ],
      editable: true,
    },
    expiresInSeconds: 20 * 60,
  },
};

export const moving: Sent = {
  review: {
    type: 'permission',
    payload: {
      tool: 'ExitPlanMode',
      input: {
        plan: [
          '# Move the shop to the new host',
          '1. Stop `orders`, and wait until its queue is empty.',
          '2. Copy the database:',
          '```sh\npg_dump shop | ssh new.example psql shop\n```',
          '3. **Point the name** at [the new host](https://new.example), and start `orders` there.',
          'If a check fails, the old host takes over again.',
        ].join('\n\n'),
      },
    },
    expiresInSeconds: 50 * 60,
  },
};
