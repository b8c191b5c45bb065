import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { Agent } from '../../../core/channels/schema.ts';
import type { Issue } from '../../../core/errors.ts';
import type { WebhookHeaders } from '../../../core/webhooks/schema.ts';
import { Cross, Plus } from '../../look/icons.tsx';

/** `isKept`: the inbox has a value for it and does not tell it. */
export type Header = { key: number; name: string; value: string; isKept: boolean };
type Props = {
  headers: Header[];
  onChange: (headers: Header[]) => void;
  /** The keys of those whose value has to be entered again. */
  missing: number[];
  issues: Issue[];
};

/** The headers of a webhook. They are saved as a whole, so that values not entered again would go. */
export function HeadersField({ headers, onChange, missing, issues }: Props) {
  const change = (key: number, part: Partial<Header>) =>
    onChange(headers.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = Math.max(0, ...headers.map((one) => one.key)) + 1;
    onChange([...headers, { key, name: '', value: '', isKept: false }]);
  };
  return (
    <fieldset className="headers">
      <legend>Headers</legend>
      {headers.some(({ isKept }) => isKept) && (
        <p className="meta" id="headers-note">
          The inbox never shows a value again, so saving needs each one anew, also after a change of
          the URL: what was meant for one address is not sent to another. Remove those you no longer
          need.
        </p>
      )}
      {headers.map((header) => (
        <HeaderRow
          key={header.key}
          header={header}
          error={missing.includes(header.key) ? ENTER_AGAIN : issueOf(header, issues)}
          onChange={(part) => change(header.key, part)}
          onRemove={() => onChange(headers.filter(({ key }) => key !== header.key))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<Plus size={14} />}
        onClick={add}
        className="headers-add"
      >
        Add a header
      </Button>
    </fieldset>
  );
}

const ENTER_AGAIN = 'Enter its value again, or remove it';

type RowProps = {
  header: Header;
  error: string | undefined;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
};

const HeaderRow = ({ header, error, onChange, onRemove }: RowProps) => (
  <div className="header-row">
    <TextInput
      aria-label="Name of the header"
      placeholder="Authorization"
      value={header.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      required
    />
    <TextInput
      aria-label={`Value of ${header.name || 'the header'}`}
      placeholder={header.isKept ? 'kept, not shown' : 'Value'}
      value={header.value}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
      error={error}
      aria-invalid={error !== undefined}
      {...(header.isKept ? { 'aria-describedby': 'headers-note' } : {})}
      autoComplete="off"
      spellCheck={false}
    />
    <ActionIcon
      variant="default"
      size={36}
      onClick={onRemove}
      aria-label={`Remove ${header.name || 'the header'}`}
    >
      <Cross size={16} />
    </ActionIcon>
  </div>
);

export const rowsOf = (masked: Agent['webhookHeaders']): Header[] =>
  Object.keys(masked ?? {}).map((name, key) => ({ key, name, value: '', isKept: true }));

export const headersOf = (headers: Header[]): WebhookHeaders =>
  Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value]));

/** The keys of those that the inbox knows, and the form does not. */
export const missingValues = (headers: Header[]): number[] =>
  headers.filter(({ isKept, value }) => isKept && value === '').map(({ key }) => key);

const issueOf = ({ name }: Header, issues: Issue[]): string | undefined =>
  issues.find(({ path }) => path[0] === 'headers' && path[1] === name.trim())?.message;
