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
  /** What keeps them from being saved, by their keys. */
  faults: Map<number, string>;
  issues: Issue[];
};

/** The headers of a webhook. They are saved as a whole, so that values not entered again would go. */
export function HeadersField({ headers, onChange, faults, issues }: Props) {
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
          error={faults.get(header.key) ?? issueOf(header, issues)}
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

/** Values that the inbox knows and the form does not, and names that stand twice. */
export function faultsOf(headers: Header[]): Map<number, string> {
  const faults = new Map<number, string>();
  const names = new Set<string>();
  for (const { key, name, value, isKept } of headers) {
    const plain = name.trim().toLowerCase();
    if (names.has(plain)) faults.set(key, 'This header stands here twice');
    else if (isKept && value === '') faults.set(key, 'Enter its value again, or remove it');
    names.add(plain);
  }
  return faults;
}

const issueOf = ({ name }: Header, issues: Issue[]): string | undefined =>
  issues.find(({ path }) => path[0] === 'headers' && path[1] === name.trim())?.message;
