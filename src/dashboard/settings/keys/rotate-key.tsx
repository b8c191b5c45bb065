import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Key, NewKey } from '../../../core/access/schema.ts';
import { useRotateKey } from '../../data/access.ts';
import { useLast } from '../../look/use-last.ts';
import { useChannelNames } from '../channels-field.tsx';
import { endOf } from '../lifetimes.ts';
import { MakeSecret } from '../make-secret.tsx';
import { SaveForm } from '../save-form.tsx';
import { MadeKeyOnce } from './new-key.tsx';

/** Makes a successor to a key; the old one keeps working until its agent uses the new one. */
export function RotateKey({ apiKey, onClose }: { apiKey: Key | null; onClose: () => void }) {
  const shown = useLast(apiKey);
  if (!shown) return null;
  return (
    <MakeSecret<NewKey>
      opened={apiKey !== null}
      onClose={onClose}
      title={(made) => (made ? `New key for ${made.name}` : `Rotate ${shown.name}?`)}
      form={(onMade) => <RotateForm apiKey={shown} onMade={onMade} />}
    >
      {(made) => <MadeKeyOnce made={made} onClose={onClose} />}
    </MakeSecret>
  );
}

const overlaps = [
  { value: '1', label: 'For 24 hours' },
  { value: '7', label: 'For 7 days' },
  { value: 'never', label: 'Until you revoke it' },
];

type FormProps = { apiKey: Key; onMade: (key: NewKey) => void };

function RotateForm({ apiKey: { id, prefix, channels, expiresAt }, onMade }: FormProps) {
  const saving = useRotateKey(id);
  const { namesOf } = useChannelNames();
  const [overlap, setOverlap] = useState('1');
  const send = () => saving.send({ oldExpiresAt: endOf(overlap) }, onMade);
  return (
    <SaveForm saving={saving} onSend={send} action="Create new key">
      <p>
        The new key has the same name and access to <strong>{namesOf(channels)}</strong>
        {expiresAt === null ? ', and does not expire.' : ', and the same lifetime.'} Switch the
        agent to it while <code>{prefix}…</code> still works.
      </p>
      <NativeSelect
        label="Keep the old key valid"
        description={expiresAt === null ? undefined : 'Not beyond its own expiry'}
        data={overlaps}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
        data-autofocus
      />
    </SaveForm>
  );
}
