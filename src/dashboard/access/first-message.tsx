import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ok } from '../../client/client.ts';
import type { NewKey } from '../../core/access/schema.ts';
import type { Agent } from '../../core/channels/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { useRotateKey } from '../data/access.ts';
import { useClient } from '../data/api.ts';
import { firstQuestion, type Way } from '../data/first-question.ts';
import { useLiveEvents } from '../live/live.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Copyable } from '../look/parts.tsx';
import { endOf } from '../settings/lifetimes.ts';
import { StandalonePage } from './standalone-page.tsx';

const ConnectCommand = lazyPreloadable(() => import('../agents/connect-command.tsx'));

type Props = {
  channel: Agent;
  keyId: string;
  /** Null after a reload: the inbox does not know it. */
  apiKey: NewKey | null;
  onMade: (apiKey: NewKey) => void;
};

/** Step 3: the key, shown only once, and a command that asks. Opens the question when it arrives. */
export function FirstMessage({ channel, keyId, apiKey, onMade }: Props) {
  useFirstArrival();
  return (
    <StandalonePage title="Send your first question" wide>
      <div className="stack">
        <section className="step">
          <h2>A coding agent</h2>
          <ConnectCommand />
        </section>
        <section className="step">
          <h2>Or a program of your own: the API key for {channel.name}</h2>
          {apiKey === null ? (
            <LostKey keyId={keyId} onMade={onMade} />
          ) : (
            <>
              <Copyable text={apiKey.key} what="key" />
              <p className="meta">You won't see this key again. Manage keys in Settings.</p>
            </>
          )}
        </section>
        {apiKey && (
          <section className="step">
            <h2>Its first question</h2>
            <FirstQuestion key={apiKey.id} apiKey={apiKey.key} channelId={channel.id} />
          </section>
        )}
        <p className="waiting" role="status">
          <span className="dot" /> Waiting for the first message. It opens here when it arrives.
        </p>
        <p className="meta">
          <Link href="/">Skip for now</Link>
        </p>
      </div>
    </StandalonePage>
  );
}

/** Opens the first message, of a coding agent or of the channel, also one that arrived while the page was loaded again. */
function useFirstArrival(): void {
  const [, go] = useLocation();
  const client = useClient();
  useEffect(() => {
    let isOpen = true;
    const open = (message: Message) => go(pathOf(message));
    ok(client.messages.get({ query: { limit: 1 } })).then(
      ({ data: [first] }) => isOpen && first && open(first),
      // The event that follows does without it.
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, [client, go]);
  useLiveEvents(({ name, payload }) => {
    if (name === 'message:created') go(pathOf(payload));
  });
}

const pathOf = ({ id, channelId, review }: Message) => (review ? `/m/${id}` : `/c/${channelId}`);

function LostKey({ keyId, onMade }: Pick<Props, 'keyId' | 'onMade'>) {
  const saving = useRotateKey(keyId);
  const create = () => saving.send({ oldExpiresAt: endOf('1') }, onMade);
  return (
    <>
      <p className="meta">
        The key was shown before this page was loaded again. Create a new one if you did not copy
        it: the old key then works for another 24 hours.
      </p>
      <Button className="first-key" variant="default" loading={saving.isPending} onClick={create}>
        Create a new key
      </Button>
      <div role="alert">{saving.refusal && <p className="refusal">{saving.refusal}</p>}</div>
    </>
  );
}

function FirstQuestion({ apiKey, channelId }: { apiKey: string; channelId: Agent['id'] }) {
  const [codes] = useState(() => firstQuestion(apiKey, channelId));
  const [way, setWay] = useState<Way>('curl');
  const ways = Object.keys(codes) as Way[];
  const choose = (chosen: string) => setWay(ways.find((one) => one === chosen) ?? way);
  return (
    <>
      <SegmentedControl
        className="first-ways"
        size="xs"
        data={ways}
        value={way}
        onChange={choose}
        aria-label="Language"
      />
      <Copyable key={way} text={codes[way]} what="code" isCode />
    </>
  );
}
