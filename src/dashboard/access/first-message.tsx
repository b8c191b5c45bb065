import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { firstQuestion, type Way } from '../data/first-question.ts';
import { useLiveEvents } from '../live/live.tsx';
import { Copyable } from '../look/parts.tsx';
import type { FirstAgentMade } from './first-agent.tsx';
import { StandalonePage } from './standalone-page.tsx';

/** Step 3: the key, shown only once, and a command that asks. Opens the question when it arrives. */
export function FirstMessage({ channel, apiKey }: FirstAgentMade) {
  const [, go] = useLocation();
  const [codes] = useState(() => firstQuestion(apiKey.key, channel.id));
  useLiveEvents(({ name, payload }) => {
    if (name !== 'message:created') return;
    const { id, channelId, review } = payload;
    if (channelId === channel.id) go(review ? `/m/${id}` : `/c/${channelId}`);
  });
  return (
    <StandalonePage title="Send your first question" wide>
      <div className="stack">
        <section className="step">
          <h2>API key for {channel.name}</h2>
          <Copyable text={apiKey.key} what="key" />
          <p className="meta">You won't see this key again. Manage keys in Settings.</p>
        </section>
        <section className="step">
          <h2>First question</h2>
          <FirstQuestion codes={codes} />
        </section>
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

function FirstQuestion({ codes }: { codes: Record<Way, string> }) {
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
