import { ActionIcon, Button } from '@mantine/core';
import { useChannel } from '../data/channels.ts';
import { Remaining } from '../inbox/remaining.tsx';
import { Cross, Out } from '../look/icons.tsx';
import { Copyable } from '../look/parts.tsx';
import { safeLink } from '../message/elements.tsx';
import { type Flow, useFlows } from './flows.tsx';

/** The OAuth flows that agents request: in one channel, or in all. */
export function OAuthCards({ channelId }: { channelId?: string }) {
  const { flows, close } = useFlows(channelId);
  if (flows.length === 0) return null;
  return (
    <ul className="oauth-cards" aria-label="Logins requested by agents">
      {flows.map((flow) => (
        <li key={flow.state}>
          <OAuthCard flow={flow} onClose={() => close(flow.state)} />
        </li>
      ))}
    </ul>
  );
}

function OAuthCard({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const channel = useChannel(flow.channelId);
  const { provider, authUrl, deviceCode } = flow;
  return (
    <section className="oauth-card" aria-label={`Log in to ${provider}`}>
      <header>
        <p>
          <strong>
            <bdi>{channel?.name ?? 'An agent'}</bdi>
          </strong>{' '}
          is asking for access to <bdi>{provider}</bdi>
        </p>
        <ActionIcon variant="subtle" color="gray" size={24} onClick={onClose} aria-label="Close">
          <Cross size={14} />
        </ActionIcon>
      </header>
      {deviceCode && (
        <>
          <p className="meta">Enter this code on the provider's page:</p>
          <div className="oauth-code">
            <Copyable text={deviceCode.userCode} what="code" />
          </div>
          <ProviderLink to={deviceCode.verificationUri} />
        </>
      )}
      {authUrl && <ProviderLink to={authUrl} />}
      <p className="meta">
        expires in <Remaining until={new Date(flow.expiresAt).toISOString()} />
      </p>
    </section>
  );
}

/** Shows where it leads: the provider's name is whatever the agent claims. */
function ProviderLink({ to }: { to: string }) {
  const href = safeLink(to);
  if (href === '') return <p className="meta">The link is invalid.</p>;
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="oauth-link"
      rightSection={<Out size={14} />}
    >
      Open {new URL(href).host}
    </Button>
  );
}
