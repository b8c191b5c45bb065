import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { Agent } from '../../../core/channels/schema.ts';
import type { Issue } from '../../../core/errors.ts';
import type { SetWebhook } from '../../../core/webhooks/schema.ts';
import { Cross, Plus } from '../../look/icons.tsx';

/** `value` is null if the stored one is kept, which the inbox never shows. */
export type Header = { key: number; name: string; value: string | null; isStored: boolean };
type Props = {
  headers: Header[];
  onChange: (headers: Header[]) => void;
  /** The host for which the stored values were given, if the URL now has another host. */
  formerHost: string | null;
  /** The reasons why headers cannot be saved, by their keys. */
  faults: Map<number, string>;
  issues: Issue[];
};

/** The headers of a webhook. Stored values are kept as long as the URL's host stays the same. */
export function HeadersField({ headers, onChange, formerHost, faults, issues }: Props) {
  const change = (key: number, part: Partial<Header>) =>
    onChange(headers.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = Math.max(0, ...headers.map((one) => one.key)) + 1;
    onChange([...headers, { key, name: '', value: '', isStored: false }]);
  };
  return (
    <fieldset className="headers">
      <legend>Headers</legend>
      {formerHost !== null && headers.some(({ isStored }) => isStored) && (
        <p className="meta is-warning" id="headers-note">
          The saved values are for {formerHost} and are never sent to another host. Enter them
          again.
        </p>
      )}
      {headers.map((header) => (
        <HeaderRow
          key={header.key}
          header={header}
          canKeep={formerHost === null}
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
        Add header
      </Button>
    </fieldset>
  );
}

type RowProps = {
  header: Header;
  canKeep: boolean;
  error: string | undefined;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
};

const HeaderRow = ({ header, canKeep, error, onChange, onRemove }: RowProps) => (
  <div className="header-row">
    <TextInput
      aria-label="Header name"
      placeholder="Authorization"
      value={header.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      readOnly={header.isStored}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      required
    />
    {header.value === null && canKeep ? (
      <Kept name={header.name} error={error} onReplace={() => onChange({ value: '' })} />
    ) : (
      <Value header={header} canKeep={canKeep} error={error} onChange={onChange} />
    )}
    <ActionIcon
      variant="default"
      size={36}
      onClick={onRemove}
      aria-label={`Remove ${header.name || 'header'}`}
    >
      <Cross size={16} />
    </ActionIcon>
  </div>
);

type KeptProps = { name: string; error: string | undefined; onReplace: () => void };

const Kept = ({ name, error, onReplace }: KeptProps) => (
  <div>
    <p className="header-kept">
      saved, hidden ·{' '}
      <button type="button" onClick={onReplace} aria-label={`Replace the value of ${name}`}>
        Replace
      </button>
    </p>
    {error !== undefined && <p className="meta is-bad">{error}</p>}
  </div>
);

function Value({ header, canKeep, error, onChange }: Omit<RowProps, 'onRemove'>) {
  const { name, value, isStored } = header;
  return (
    <TextInput
      aria-label={`Value of ${name || 'header'}`}
      placeholder="Value"
      value={value ?? ''}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
      // Leaving the field empty keeps the stored value.
      onBlur={() => isStored && value === '' && onChange({ value: null })}
      error={error}
      aria-invalid={error !== undefined}
      {...(isStored && !canKeep ? { 'aria-describedby': 'headers-note' } : {})}
      autoComplete="off"
      spellCheck={false}
      autoFocus={isStored && canKeep}
    />
  );
}

export const rowsOf = (masked: Agent['webhookHeaders']): Header[] =>
  Object.keys(masked ?? {}).map((name, key) => ({ key, name, value: null, isStored: true }));

export const headersOf = (headers: Header[]): NonNullable<SetWebhook['headers']> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value]));

/** Finds values that have to be entered again, and duplicate names. */
export function faultsOf(headers: Header[], canKeep: boolean): Map<number, string> {
  const faults = new Map<number, string>();
  const names = new Set<string>();
  for (const { key, name, value } of headers) {
    const plain = name.trim().toLowerCase();
    if (names.has(plain)) faults.set(key, 'Duplicate header name');
    else if (value === null && !canKeep)
      faults.set(key, 'Enter the value again, or remove the header');
    names.add(plain);
  }
  return faults;
}

const issueOf = ({ name }: Header, issues: Issue[]): string | undefined =>
  issues.find(({ path }) => path[0] === 'headers' && path[1] === name.trim())?.message;
