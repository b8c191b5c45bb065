/** The setup from the one-time link to the first question. */
import { useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { NewKey } from '../../core/access/schema.ts';
import { useChannels } from '../data/channels.ts';
import { useSession } from '../data/session.ts';
import { FirstAgent, type FirstAgentMade } from './first-agent.tsx';
import { FirstMessage } from './first-message.tsx';
import { FirstOwner } from './first-owner.tsx';

export default function SetUpPage() {
  const { data: me } = useSession();
  const [token] = useState(tokenInLink);
  if (!me) return <FirstOwner token={token} />;
  return <FirstSteps />;
}

/** The ids of the channel and of the key are in the address, so that the last step survives a reload. */
function FirstSteps() {
  const { data: channels } = useChannels();
  const [, go] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const [apiKey, setApiKey] = useState<NewKey | null>(null);
  const show = ({ channel, apiKey: made }: FirstAgentMade) => {
    setApiKey(made);
    go(`/setup?${new URLSearchParams({ channel: channel.id, key: made.id })}`, { replace: true });
  };
  // Decided once: the event of the channel created here arrives before its key exists.
  const [isNew, setIsNew] = useState<boolean | null>(null);
  if (channels && isNew === null) setIsNew(channels.length === 0);
  const channel = channels?.find(({ id }) => id === asked.get('channel'));
  const keyId = asked.get('key');

  if (channels === undefined) return null;
  if (channel && keyId) {
    return (
      <FirstMessage
        channel={channel}
        keyId={keyId}
        apiKey={apiKey}
        onMade={(made) => show({ channel, apiKey: made })}
      />
    );
  }
  return isNew ? <FirstAgent onMade={show} /> : <Redirect to="/" replace />;
}

/** After the #, where servers and proxies do not log it. */
const tokenInLink = () =>
  new URLSearchParams(window.location.hash.slice(1)).get('token') ??
  new URLSearchParams(window.location.search).get('token');
