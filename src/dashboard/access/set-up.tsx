/** The setup from the one-time link to the first question. */
import { useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
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

function FirstSteps() {
  const { data: channels } = useChannels();
  // Decided once: the event of the channel created here arrives before its key exists.
  const [isNew, setIsNew] = useState<boolean | null>(null);
  if (channels && isNew === null) setIsNew(channels.length === 0);
  if (isNew === null) return null;
  return isNew ? <FirstChannel /> : <Redirect to="/" replace />;
}

function FirstChannel() {
  const [made, setMade] = useState<FirstAgentMade | null>(null);
  const [, go] = useLocation();
  // The token works only once and is not needed in the history.
  useEffect(() => go('/setup', { replace: true }), [go]);
  return made ? <FirstMessage {...made} /> : <FirstAgent onMade={setMade} />;
}

/** After the #, where servers and proxies do not log it. */
const tokenInLink = () =>
  new URLSearchParams(window.location.hash.slice(1)).get('token') ??
  new URLSearchParams(window.location.search).get('token');
