/** Turns a way on, or changes it: what to do elsewhere first, its settings, a try, and the owner's password. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Issue } from '../../../core/errors.ts';
import type { WaySettingState, WayState, WayTrial } from '../../../core/settings/schema.ts';
import { wayOf } from '../../../ways/ways.ts';
import { useSetWay, useTryWay } from '../../data/ways.ts';
import { Copyable } from '../../look/parts.tsx';
import { OwnPassword } from '../own-password.tsx';
import { Refusal } from '../parts.tsx';
import { MailFields } from './mail-fields.tsx';

type Props = { way: WayState; onClose: () => void; onAdd: (kind: string) => void };

/** By name; what is missing stays as it is. */
type Typed = Record<string, string>;

export function SetWay({ way, onClose, onAdd }: Props) {
  const { kind } = way;
  const saving = useSetWay(kind);
  const trying = useTryWay(kind);
  const [typed, setTyped] = useState<Typed>({});
  const [password, setPassword] = useState('');
  const [trial, setTrial] = useState<WayTrial | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const { label, added, dashboard } = wayOf(kind);
  const input = { password, settings: settingsOf(way.settings, typed) };
  const set = (name: string, value: string) => {
    setTrial(null);
    setTyped((before) => ({ ...before, [name]: value }));
  };
  if (isSaved) {
    return (
      <div className="stack">
        <p>
          <span className="is-good">On.</span> {trial?.says}
        </p>
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
          {added.by !== 'itself' && (
            <Button onClick={() => onAdd(kind)}>Be notified by {label}</Button>
          )}
        </div>
      </div>
    );
  }
  const issues = [...saving.issues, ...trying.issues];
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        trying.reset();
        saving.send(input, (saved) => {
          setPassword('');
          setTrial(saved.trial);
          setIsSaved(true);
        });
      }}
    >
      <Guide way={way} />
      <Fields way={way} typed={typed} onType={set} issues={issues} />
      {way.from === 'database' && dashboard.field !== null && (
        <p className="meta">
          If another server or account sends than before, its contacts notify without buttons until
          each is confirmed again.
        </p>
      )}
      <OwnPassword
        value={password}
        onChange={setPassword}
        error={messageAt(issues, ['password'])}
      />
      {trial && <Tried trial={trial} />}
      <Refusal>{saving.refusal ?? trying.refusal}</Refusal>
      <div className="buttons">
        <Button
          variant="default"
          loading={trying.isPending}
          disabled={password === ''}
          onClick={() => {
            saving.reset();
            trying.send(input, setTrial);
          }}
        >
          Try
        </Button>
        <Button type="submit" loading={saving.isPending} disabled={password === ''}>
          {way.from === 'database' ? 'Save' : 'Turn on'}
        </Button>
      </div>
    </form>
  );
}

const signs = { ok: 'is-good', warn: 'is-warning', fail: 'is-bad' };

const Tried = ({ trial: { result, says, next } }: { trial: WayTrial }) => (
  <p role="status">
    <span className={signs[result]}>{says}.</span> {next}
  </p>
);

function Guide({ way: { kind } }: { way: WayState }) {
  const { steps, link, paste } = wayOf(kind).dashboard.setUp;
  return (
    <>
      {steps.length === 1 ? (
        <p>{steps[0]}</p>
      ) : (
        <ol className="way-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {link && (
        <p>
          <a href={link.url} target="_blank" rel="noreferrer">
            {link.label}
          </a>
        </p>
      )}
      {paste && (
        <details className="settings-more">
          <summary>{paste.label}</summary>
          <Copyable text={paste.text} what={paste.label.toLowerCase()} isCode />
        </details>
      )}
    </>
  );
}

type FieldsProps = {
  way: WayState;
  typed: Typed;
  onType: (name: string, value: string) => void;
  issues: Issue[];
};

/** The needed settings come first, and the rest behind a press. Nobody is asked for one that the inbox makes. */
function Fields({ way, typed, onType, issues }: FieldsProps) {
  const { needs, settings, dashboard } = wayOf(way.kind);
  const { mail } = dashboard.setUp;
  const own = way.settings.filter(({ name }) => !settings[name]?.isMade);
  const isFirst = ({ name }: WaySettingState, at: number) =>
    needs.some((one) => one === name) || at <= needs.length;
  const field = (setting: WaySettingState) =>
    mail?.setting === setting.name ? (
      <MailFields
        key={setting.name}
        isSet={setting.isSet}
        providers={mail.providers}
        onChange={(url) => onType(setting.name, url)}
        error={messageAt(issues, ['settings', setting.name])}
      />
    ) : (
      <Field
        key={setting.name}
        way={way}
        setting={setting}
        value={typed[setting.name]}
        onType={(value) => onType(setting.name, value)}
        error={messageAt(issues, ['settings', setting.name])}
      />
    );
  const [first, more] = [own.filter(isFirst), own.filter((one, at) => !isFirst(one, at))];
  return (
    <>
      {first.map(field)}
      {more.length > 0 && (
        <details className="settings-more">
          <summary>More options</summary>
          <div className="stack">{more.map(field)}</div>
        </details>
      )}
    </>
  );
}

type FieldProps = {
  way: WayState;
  setting: WaySettingState;
  /** Undefined until something was typed. */
  value: string | undefined;
  onType: (value: string) => void;
  error: string | undefined;
};

function Field({ way, setting, value, onType, error }: FieldProps) {
  const { name, label, about, isSecret, isSet } = setting;
  const { settings, needs, dashboard } = wayOf(way.kind);
  const { offers } = dashboard.setUp;
  const props = {
    label,
    description: `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    placeholder: isSecret && isSet ? 'Set. Type to replace it' : (settings[name]?.example ?? ''),
    value: value ?? setting.value ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onType(currentTarget.value),
    error,
    required: needs.some((one) => one === name) && !(isSecret && isSet),
    withAsterisk: false,
    spellCheck: false,
    autoCapitalize: 'off',
  };
  if (isSecret) return <PasswordInput {...props} autoComplete="new-password" />;
  return (
    <div className="stack">
      <TextInput {...props} autoComplete="off" />
      {offers?.setting === name && (
        <div className="buttons buttons-start">
          {offers.values.map((one) => (
            <Button
              key={one.value}
              variant="default"
              size="xs"
              onClick={() => onType(one.value)}
              aria-label={`Use ${one.label}`}
            >
              {one.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Only what was changed is sent. An emptied field removes its setting, but for a secret, which is never shown. */
function settingsOf(settings: WaySettingState[], typed: Typed): Record<string, string | null> {
  const given = settings.flatMap(({ name, value, isSecret }) => {
    const text = typed[name]?.trim();
    if (text === undefined || text === (value ?? '')) return [];
    if (text === '' && isSecret) return [];
    return [[name, text === '' ? null : text] as const];
  });
  return Object.fromEntries(given);
}

const messageAt = (issues: Issue[], path: string[]): string | undefined =>
  issues.find((issue) => path.every((part, at) => issue.path[at] === part))?.message;
