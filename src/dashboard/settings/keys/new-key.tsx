import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { NewKey as MadeKey } from '../../../core/access/schema.ts';
import { useChannels } from '../../data/channels.ts';
import { curlThatAsks, curlThatLists } from '../../data/curl.ts';
import { closeProps } from '../confirm.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { KeyForm } from './key-form.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Asks for what a key needs, and then shows it, this once. */
export function NewKey({ opened, onClose }: Props) {
  const [made, setMade] = useState<MadeKey | null>(null);
  useEffect(() => {
    if (!opened) setMade(null);
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={made ? `The key ${made.name}` : 'New API key'}
      size="lg"
      closeButtonProps={closeProps}
      // It is not shown again: a slip must not close it.
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
    >
      {made ? <Made made={made} onClose={onClose} /> : <KeyForm onMade={setMade} />}
    </Modal>
  );
}

function Made({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const channels = useChannels().data ?? [];
  const channelId = made.channels === 'all' ? channels[0]?.id : made.channels[0];
  const command =
    channelId === undefined ? curlThatLists(made.key) : curlThatAsks(made.key, channelId);
  return (
    <ShownOnce
      secret={made.key}
      what="the key"
      command={command}
      does={channelId === undefined ? 'Lists its channels' : 'Asks a first question'}
      onClose={onClose}
    />
  );
}
