import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Agent } from '../../../core/channels/schema.ts';
import { keepsHeaders } from '../../../core/outgoing/schema.ts';
import { useSetWebhook } from '../../data/webhooks.ts';
import { SaveForm } from '../save-form.tsx';
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
  const formerHost = hostBefore(channel.webhookUrl, url.trim());
  const faults = faultsOf(headers, formerHost === null);
  const edit = (next: { url?: string; headers?: Header[] }) => {
    if (next.url !== undefined) setUrl(next.url);
    if (next.headers !== undefined) setHeaders(next.headers);
    onChanged();
  };
  const send = () => {
    setIsTried(true);
    if (faults.size > 0) return;
    saving.send({ url: url.trim(), headers: headersOf(headers) }, onSaved);
  };
  return (
    <SaveForm saving={saving} onSend={send} action="Save webhook" disabled={!isChanged}>
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
        formerHost={formerHost}
        faults={isTried ? faults : new Map()}
        issues={saving.issues}
      />
    </SaveForm>
  );
}

/**
 * Returns the host for which the stored values were given, if the URL has another; null for a URL
 * that is not complete yet.
 */
function hostBefore(before: string | null, now: string): string | null {
  if (before === null || !URL.canParse(now) || keepsHeaders(before, now)) return null;
  return new URL(before).host;
}
