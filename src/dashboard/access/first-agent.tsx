import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ok } from '../../client/client.ts';
import type { NewKey } from '../../core/access/schema.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { useClient } from '../data/api.ts';
import { useCreateChannel } from '../data/channels.ts';
import { StandalonePage } from './standalone-page.tsx';

export type FirstAgentMade = { channel: Agent; apiKey: NewKey };

/** Step 2: a channel, and the key with which its agent writes to it. */
export function FirstAgent({ onMade }: { onMade: (made: FirstAgentMade) => void }) {
  const [name, setName] = useState('my-agent');
  const make = useMakeFirstAgent();
  const [, go] = useLocation();
  // The token works only once and is not needed in the history.
  useEffect(() => go('/setup', { replace: true }), [go]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    make.mutate(name, { onSuccess: onMade });
  };
  return (
    <StandalonePage title="Your first agent">
      <p className="soft">
        Each agent has its own channel, where it posts messages and you answer its questions.
      </p>
      <form className="stack" onSubmit={send}>
        <TextInput
          label="Agent name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={make.error?.message}
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit" loading={make.isPending}>
          Create channel and key
        </Button>
      </form>
    </StandalonePage>
  );
}

function useMakeFirstAgent() {
  const client = useClient();
  const createChannel = useCreateChannel();
  return useMutation({
    mutationFn: async (name: string): Promise<FirstAgentMade> => {
      const channel = await createChannel.mutateAsync({ name });
      const channels = [channel.id];
      const apiKey = await ok(client.keys.post({ name: channel.name, channels, expiresAt: null }));
      return { channel, apiKey };
    },
  });
}
