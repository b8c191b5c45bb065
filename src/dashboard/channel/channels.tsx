import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { Jump } from '../app/jump.tsx';
import { ChannelRows } from '../app/navigation-channels.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';
import { Plus } from '../look/icons.tsx';
import { NewChannel } from './new-channel.tsx';

/** The channels as a page, for phones. */
export default function ChannelsPage() {
  const isOwner = useMe().role === 'owner';
  const [isNew, setIsNew] = useState(false);
  return (
    <div className="page">
      <PageTitle>Channels</PageTitle>
      <div className="channels-head">
        <h1>Channels</h1>
        {isOwner && (
          <Button variant="default" leftSection={<Plus size={14} />} onClick={() => setIsNew(true)}>
            New channel
          </Button>
        )}
        <Jump />
      </div>
      <ChannelRows />
      <p className="page-foot meta">
        <Link href="/files">All files</Link>
      </p>
      <NewChannel opened={isNew} onClose={() => setIsNew(false)} />
    </div>
  );
}
