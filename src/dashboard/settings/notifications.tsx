import { Button, NativeSelect, Radio } from '@mantine/core';
import { useState } from 'react';
import { useChannels } from '../data/channels.ts';
import { useMe } from '../data/session.ts';
import { type Choice, keepChoice, readChoice, type Wish, wishes } from '../desktop/choice.ts';
import { askPermission, type Permission, usePermission } from '../desktop/permission.ts';
import { Why } from '../desktop/why.tsx';
import { Filtered } from './filtered.tsx';
import { Block, SettingsHead } from './parts.tsx';

const labels: Record<Wish, string> = {
  all: 'All questions',
  soon: 'Questions expiring soon',
  never: 'Never',
};
const about: Record<Wish, string> = {
  all: 'As soon as an agent asks',
  soon: 'Five minutes before they expire',
  never: 'No notifications',
};

/** The settings for notifications of this browser. */
export function NotificationsSection() {
  const { id: userId } = useMe();
  const permission = usePermission();
  const [choice, setChoice] = useState(() => readChoice(userId) ?? none);
  const change = (part: Partial<Choice>) => {
    const next = keepChoice(userId, part);
    setChoice(next);
    const isWished = [next.wish, ...Object.values(next.channels)].some((one) => one !== 'never');
    if (isWished) void askPermission();
  };
  return (
    <>
      <SettingsHead title="Notifications">
        Shown by this browser while the inbox is open in a background tab.
      </SettingsHead>
      {permission === 'granted' || permission === 'default' ? (
        <Wishes choice={choice} change={change} permission={permission} />
      ) : (
        <Block title="Not available in this browser">
          <Why permission={permission} />
        </Block>
      )}
    </>
  );
}

type WishesProps = {
  choice: Choice;
  change: (part: Partial<Choice>) => void;
  permission: Permission;
};

function Wishes({ choice, change, permission }: WishesProps) {
  return (
    <>
      {permission === 'default' && choice.wish !== 'never' && (
        <div className="buttons buttons-start">
          <p className="meta">Your browser hasn't allowed notifications yet.</p>
          <Button variant="default" size="xs" onClick={() => void askPermission()}>
            Allow notifications
          </Button>
        </div>
      )}
      <Block title="Notify me">
        <Radio.Group
          aria-label="Notify me"
          value={choice.wish}
          onChange={(wish) => change({ wish: wish as Wish })}
        >
          <div className="stack">
            {wishes.map((wish) => (
              <Radio key={wish} value={wish} label={labels[wish]} description={about[wish]} />
            ))}
          </div>
        </Radio.Group>
      </Block>
      <ByChannel choice={choice} onChange={(channels) => change({ channels })} />
    </>
  );
}

const none: Choice = { wish: 'never', channels: {} };

type ByChannelProps = {
  choice: Choice;
  onChange: (channels: Choice['channels']) => void;
};

function ByChannel({ choice: { wish, channels }, onChange }: ByChannelProps) {
  const { data = [] } = useChannels();
  if (data.length === 0) return null;
  const choices = [
    { value: '', label: `Default: ${labels[wish].toLowerCase()}` },
    ...wishes.map((value) => ({ value, label: labels[value] })),
  ];
  const choose = (id: string, value: string) => {
    const { [id]: _, ...others } = channels;
    onChange(value === '' ? others : { ...others, [id]: value as Wish });
  };
  return (
    <Block title="By channel">
      <Filtered what="channels" rows={data} textOf={({ name }) => name}>
        {({ id, name }) => (
          <li key={id} className="settings-item">
            <label htmlFor={`notify-${id}`} className="settings-item-text cut">
              <bdi>{name}</bdi>
            </label>
            <NativeSelect
              id={`notify-${id}`}
              data={choices}
              value={channels[id] ?? ''}
              onChange={({ currentTarget }) => choose(id, currentTarget.value)}
            />
          </li>
        )}
      </Filtered>
    </Block>
  );
}
