import type { NewKey as MadeKey } from '../../../core/access/schema.ts';
import { useChannels } from '../../data/channels.ts';
import { curlThatAsks, curlThatLists } from '../../data/curl.ts';
import { MakeSecret } from '../make-secret.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { KeyForm } from './key-form.tsx';

type Props = { opened: boolean; onClose: () => void };

export const NewKey = ({ opened, onClose }: Props) => (
  <MakeSecret<MadeKey>
    opened={opened}
    onClose={onClose}
    title={(made) => (made ? `Key ${made.name} created` : 'New API key')}
    form={(onMade) => <KeyForm onMade={onMade} />}
  >
    {(made) => <MadeKeyOnce made={made} onClose={onClose} />}
  </MakeSecret>
);

/** Shows a new key once, with a command that uses it. */
export function MadeKeyOnce({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const channels = useChannels().data ?? [];
  const channelId = made.channels === 'all' ? channels[0]?.id : made.channels[0];
  const command =
    channelId === undefined ? curlThatLists(made.key) : curlThatAsks(made.key, channelId);
  return (
    <ShownOnce
      secret={made.key}
      what="key"
      command={command}
      does={
        channelId === undefined ? 'Command to list its channels' : 'Command to ask a first question'
      }
      onClose={onClose}
    />
  );
}
