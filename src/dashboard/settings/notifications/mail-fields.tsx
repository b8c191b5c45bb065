/** A mail server by its parts, which are easier to enter than a URL. */
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MailProvider } from '../../../ways/way.ts';

const encryptions = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS from the start' },
  { value: 'none', label: 'None, as in your own network' },
];

type Server = {
  host: string;
  port: string;
  encryption: string;
  user: string;
  password: string;
};

type Props = {
  /** Whether a server is set, which is never shown. */
  isSet: boolean;
  providers: readonly MailProvider[];
  /** Called with the URL of what was entered. */
  onChange: (url: string) => void;
  error: string | undefined;
};

const OTHER = 'Another server';
const TLS_PORT = '465';
const none: Server = { host: '', port: '587', encryption: 'starttls', user: '', password: '' };

export function MailFields({ isSet, providers, onChange, error }: Props) {
  const [isOpen, setIsOpen] = useState(!isSet);
  const [name, setName] = useState(OTHER);
  const [server, setServer] = useState(none);
  const set = (part: Partial<Server>) => {
    const next = { ...server, ...part };
    setServer(next);
    onChange(next.host === '' ? '' : urlOf(next));
  };
  const choose = (label: string) => {
    setName(label);
    const provider = providers.find((one) => one.label === label);
    if (provider) set({ host: provider.host, ...onPort(`${provider.port}`) });
  };
  if (!isOpen) {
    return (
      <div className="buttons buttons-start">
        <p className="meta">The mail server and its login are set.</p>
        <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
          Replace
        </Button>
      </div>
    );
  }
  const note = providers.find((one) => one.label === name)?.note ?? null;
  return (
    <>
      <NativeSelect
        label="Provider"
        data={[OTHER, ...providers.map(({ label }) => label)]}
        value={name}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <div className="pair">
        <TextInput
          label="Host"
          placeholder="mail.example.com"
          value={server.host}
          onChange={({ currentTarget }) => set({ host: currentTarget.value.trim() })}
          error={error}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <TextInput
          label="Port"
          inputMode="numeric"
          value={server.port}
          onChange={({ currentTarget }) => set(onPort(currentTarget.value.trim()))}
          autoComplete="off"
        />
        <NativeSelect
          label="Encryption"
          data={encryptions}
          value={server.encryption}
          onChange={({ currentTarget }) => set({ encryption: currentTarget.value })}
        />
      </div>
      <div className="pair">
        <TextInput
          label="User"
          value={server.user}
          onChange={({ currentTarget }) => set({ user: currentTarget.value })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <PasswordInput
          label="Password of the mail server"
          value={server.password}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
          autoComplete="new-password"
        />
      </div>
      {note !== null && <p className="meta">{note}</p>}
    </>
  );
}

/** The encryption that is usual on a port. */
const onPort = (port: string) => ({ port, encryption: port === TLS_PORT ? 'tls' : 'starttls' });

/** User and password may have any letter. */
export function urlOf({ host, port, encryption, user, password }: Server): string {
  const scheme = encryption === 'tls' ? 'smtps' : 'smtp';
  const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const options = encryption === 'none' ? '?ignoreTLS=true' : '';
  return `${scheme}://${login}${named}${port === '' ? '' : `:${port}`}${options}`;
}
