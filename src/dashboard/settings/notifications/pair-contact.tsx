import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { NewPairing } from '../../../core/notify/pairing-schema.ts';
import type { Contact } from '../../../core/notify/schema.ts';
import { useContacts, usePairing } from '../../data/contacts.ts';
import { Qr } from '../../look/qr.tsx';
import { Refusal } from '../parts.tsx';

type Props = { pairing: NewPairing; onAdded: (contact: Contact) => void; onAgain: () => void };

/** The link that adds a chat, until it was opened. */
export function PairContact({ pairing, onAdded, onAgain }: Props) {
  const { data, error, isOver } = usePairing(pairing);
  const { data: contacts } = useContacts();
  const added = contacts?.find(({ id }) => id === data?.contactId);
  const report = useEffectEvent(onAdded);
  useEffect(() => {
    if (added) report(added);
  }, [added]);
  if (isOver) {
    return (
      <div className="stack">
        <p>The link has expired.</p>
        <div className="buttons">
          <Button onClick={onAgain}>Get a new link</Button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack">
      <p>
        Scan this with the phone that has Telegram, or open the link here, then press Start. It is
        valid for 15 minutes. Don't share it: anyone who opens it gets your notifications.
      </p>
      <div className="is-secret">
        <Qr text={pairing.url} label="QR code for the link" />
      </div>
      <div className="buttons">
        <Button component="a" href={pairing.url} target="_blank" rel="noreferrer">
          Open Telegram
        </Button>
      </div>
      <p className="meta" aria-live="polite">
        Press Start in Telegram to continue…
      </p>
      <Refusal>{error?.message ?? null}</Refusal>
    </div>
  );
}
