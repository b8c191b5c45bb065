import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Agent } from '../../../core/channels/schema.ts';
import { useSetWebhook } from '../../data/webhooks.ts';
import { Refusal } from '../parts.tsx';
import { faultsOf, type Header, HeadersField, headersOf, rowsOf } from './headers-field.tsx';

type Props = {
  channel: Agent;
  isChanged: boolean;
  onChanged: () => void;
  onSaved: () => void;
};

export function WebhookForm({ channel, isChanged, onChanged, onSaved }: Props) {
  const saving = useSetWebhook(channel.id);
  const [url, setUrl] = useState(channel.webhookUrl ?? '');
  const [headers, setHeaders] = useState(() => rowsOf(channel.webhookHeaders));
  const [isTried, setIsTried] = useState(false);
  const faults = faultsOf(headers);
  const edit = (next: { url?: string; headers?: Header[] }) => {
    if (next.url !== undefined) setUrl(next.url);
    if (next.headers !== undefined) setHeaders(next.headers);
    onChanged();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (faults.size > 0) return;
    saving.send({ url: url.trim(), headers: headersOf(headers) }, onSaved);
  };
  return (
    <form className="stack" onSubmit={send}>
      <TextInput
        label="URL"
        type="url"
        placeholder="https://…"
        value={url}
        onChange={(event) => edit({ url: event.currentTarget.value })}
        error={saving.errors.url}
        aria-invalid={saving.errors.url !== undefined}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <HeadersField
        headers={headers}
        onChange={(next) => edit({ headers: next })}
        faults={isTried ? faults : new Map()}
        issues={saving.issues}
      />
      <Refusal>{saving.refusal}</Refusal>
      <div className="buttons">
        <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
          Save the webhook
        </Button>
      </div>
    </form>
  );
}
