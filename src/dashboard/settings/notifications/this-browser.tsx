import { Button, NativeSelect, Radio } from '@mantine/core';
import { useState } from 'react';
import { useChannels } from '../../data/channels.ts';
import { useMe } from '../../data/session.ts';
import { type Choice, keepChoice, readChoice, type Wish, wishes } from '../../desktop/choice.ts';
import { askPermission, type Permission, usePermission } from '../../desktop/permission.ts';
import { Filtered } from '../filtered.tsx';
import { Block } from '../parts.tsx';

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

/** The notifications of this browser while the inbox is open in a background tab. */
export function ThisBrowserBlock() {
  const { id: userId } = useMe();
  const permission = usePermission();
  const [choice, setChoice] = useState(() => readChoice(userId) ?? none);
  const change = (part: Partial<Choice>) => {
    const next = keepChoice(userId, part);
    setChoice(next);
    const isWished = [next.wish, ...Object.values(next.channels)].some((one) => one !== 'never');
    if (isWished) void askPermission();
  };
  // The block about this device says why it shows none.
  if (permission !== 'granted' && permission !== 'default') return null;
  return (
    <Block
      title="While the inbox is open"
      about="Shown by this browser while the inbox is open in a background tab."
    >
      <Wishes choice={choice} change={change} permission={permission} />
    </Block>
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
    <details className="settings-more">
      <summary>By channel</summary>
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
    </details>
  );
}
