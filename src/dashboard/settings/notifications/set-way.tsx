import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { WayState, WayTrial } from '../../../core/settings/schema.ts';
import type { Asked, Part, Step } from '../../../ways/form.ts';
import { forms } from '../../../ways/forms.ts';
import { wayOf } from '../../../ways/ways.ts';
import { useSetWay, useTryWay } from '../../data/ways.ts';
import { Copyable } from '../../look/parts.tsx';
import { SaveForm } from '../save-form.tsx';
import { OwnPassword } from './own-password.tsx';

type Props = {
  way: WayState;
  /** The number of its contacts; undefined until known. */
  contacts: number | undefined;
  onDone: () => void;
  onAddContact: () => void;
};

/** Sets a way: the steps to take elsewhere, its settings, and the password of the owner. */
export function SetWayForm({ way, contacts, onDone, onAddContact }: Props) {
  const { kind, works } = way;
  const { asks, steps, sender } = forms[kind];
  const saving = useSetWay(kind);
  const trying = useTryWay(kind);
  const [typed, setTyped] = useState<Record<string, string>>(() => valuesOf(way));
  const [replaced, setReplaced] = useState<string[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [password, setPassword] = useState('');
  const [trial, setTrial] = useState<WayTrial | null>(null);
  const [done, setDone] = useState<WayTrial | 'untried' | null>(null);
  const settingOf = (name: string) => way.settings.find((one) => one.name === name);
  const isSet = (name: string) => settingOf(name)?.isSet === true;
  const errors = { ...refusedIn([...saving.issues, ...trying.issues]), ...wrong };

  const isMoved = (name: string) => {
    const { isSecret, value } = settingOf(name) ?? {};
    return isSecret ? replaced.includes(name) : typed[name] !== (value ?? '');
  };
  const isOther = works && (sender?.by.some(isMoved) ?? false);
  /** A secret of another server is not this one's, so it is asked for again. */
  const isKept = ({ name }: Asked) =>
    isSet(name) &&
    settingOf(name)?.isSecret === true &&
    !replaced.includes(name) &&
    !(isOther && !sender?.by.includes(name)) &&
    !(name in errors);

  const set = (part: Record<string, string>) => setTyped((before) => ({ ...before, ...part }));
  const send = (action: (input: { password: string; settings: Given }) => void) => {
    saving.reset();
    trying.reset();
    setTrial(null);
    const { settings, faults } = given(asks, typed, { isKept, isSet });
    setWrong(faults);
    if (Object.keys(faults).length > 0) return;
    action({ password, settings });
    setPassword('');
  };
  const save = () => send((input) => saving.send(input, (was) => setDone(was.trial ?? 'untried')));
  const attempt = () => send((input) => trying.send(input, setTrial));

  const rare = asks.filter(({ isRare }) => isRare);
  const setting = (asked: Asked) => (
    <Setting
      key={asked.name}
      asked={asked}
      label={wayOf(kind).settings[asked.name]?.label ?? asked.name}
      isSecret={wayOf(kind).settings[asked.name]?.isSecret ?? false}
      kept={isKept(asked) ? { host: way.host } : null}
      onReplace={() => setReplaced([...replaced, asked.name])}
      values={typed}
      onChange={set}
      errors={errors}
    />
  );

  if (done !== null) {
    return <Done way={way} trial={done} onDone={onDone} onAddContact={onAddContact} />;
  }
  return (
    <SaveForm
      saving={{
        isPending: saving.isPending,
        refusal: saving.refusal ?? trying.refusal,
      }}
      onSend={save}
      action={works ? 'Save' : 'Turn on'}
      beside={
        <Button
          variant="default"
          className="buttons-apart"
          onClick={attempt}
          loading={trying.isPending}
          disabled={password === ''}
        >
          Try
        </Button>
      }
    >
      {works && steps.length > 0 ? (
        <Folded title="The steps to take first">
          <Steps steps={steps} />
        </Folded>
      ) : (
        <Steps steps={steps} />
      )}
      {asks.filter(({ isRare }) => !isRare).map(setting)}
      {rare.length > 0 && (
        <Folded title="More options" isOpen={rare.some(({ name }) => name in errors)}>
          {rare.map(setting)}
        </Folded>
      )}
      {isOther && (
        <p className="notice">
          If {sender?.is} sends than before,{' '}
          {contactWords(contacts, ['notifies', 'notify']).replace(/^./, (first) =>
            first.toLowerCase(),
          )}{' '}
          without answers until confirmed again.
        </p>
      )}
      <OwnPassword value={password} onChange={setPassword} error={errors.password} />
      <div aria-live="polite">{trial && <Trial trial={trial} />}</div>
    </SaveForm>
  );
}

type Given = Record<string, string | null>;

/** Secrets, and the parts of a setting, begin empty. */
const valuesOf = ({ kind, settings }: WayState): Record<string, string> =>
  Object.fromEntries(
    forms[kind].asks.flatMap(({ name, parts }) => [
      [name, settings.find((one) => one.name === name)?.value ?? ''],
      ...(parts?.fields ?? []).map((part) => [part.name, part.alternatives?.[0]?.value ?? '']),
    ]),
  );

type Known = { isKept: (asked: Asked) => boolean; isSet: (name: string) => boolean };

/** The settings to send: a secret that stays is not among them, and one that was emptied is removed. */
function given(asks: readonly Asked[], typed: Record<string, string>, known: Known) {
  const settings: Given = {};
  const faults: Record<string, string> = {};
  for (const asked of asks) {
    const { name, parts } = asked;
    if (known.isKept(asked)) continue;
    const composed = parts?.compose(typed) ?? { text: (typed[name] ?? '').trim() };
    if ('wrong' in composed) faults[composed.part] = composed.wrong;
    else if (composed.text !== '') settings[name] = composed.text;
    else if (!asked.isOptional) faults[name] = 'Enter this too';
    else if (known.isSet(name)) settings[name] = null;
  }
  return { settings, faults };
}

/** The server's errors by setting, or by field. */
const refusedIn = (issues: { path: string[]; message: string }[]) =>
  Object.fromEntries(
    issues.map(({ path: [first = '', name], message }) => [
      first === 'settings' && name !== undefined ? name : first,
      message,
    ]),
  );

type FoldedProps = { title: string; isOpen?: boolean; children: ReactNode };

const Folded = ({ title, isOpen = false, children }: FoldedProps) => (
  <details className="settings-more" open={isOpen || undefined}>
    <summary>{title}</summary>
    <div className="stack">{children}</div>
  </details>
);

const Steps = ({ steps }: { steps: readonly Step[] }) =>
  steps.length > 0 && (
    <ol className="way-steps">
      {steps.map(({ text, link, copy }) => (
        <li key={text}>
          <p>{text}</p>
          {link && (
            <a href={link.url} target="_blank" rel="noreferrer">
              {link.label}
            </a>
          )}
          {copy && <Copyable text={copy.text} what={copy.what} isCode />}
        </li>
      ))}
    </ol>
  );

const Trial = ({ trial: { result, says, next } }: { trial: WayTrial }) => (
  <p className={{ ok: 'is-good', warn: 'is-warning', fail: 'is-bad' }[result]}>
    {[says, next].filter(Boolean).join('. ').replace(/\.?$/, '.')}
  </p>
);

type SettingProps = {
  asked: Asked;
  label: string;
  isSecret: boolean;
  /** A secret that stays as it is; null if it is entered here. */
  kept: { host: string | null } | null;
  onReplace: () => void;
  values: Record<string, string>;
  onChange: (part: Record<string, string>) => void;
  errors: Record<string, string>;
};

function Setting({
  asked,
  label,
  isSecret,
  kept,
  onReplace,
  values,
  onChange,
  errors,
}: SettingProps) {
  const { name, description, offers = [], parts, isOptional = false } = asked;
  if (kept) {
    return (
      <div className="way-kept">
        <p>
          {label}: <span className="soft">{parts && kept.host ? `set, ${kept.host}` : 'set'}</span>
        </p>
        <Button
          variant="default"
          size="xs"
          onClick={onReplace}
          aria-label={`Replace ${label.toLowerCase()}`}
        >
          Replace
        </Button>
      </div>
    );
  }
  if (parts) {
    return (
      <fieldset className="way-parts">
        <legend>{label}</legend>
        <p className="meta">{description}</p>
        <ServiceField parts={parts} onChange={onChange} />
        <div className="pair">
          {parts.fields.map((part) => (
            <PartField
              key={part.name}
              part={part}
              value={values[part.name] ?? ''}
              onChange={onChange}
              error={errors[part.name]}
            />
          ))}
        </div>
        {errors[name] !== undefined && <p className="refusal">{errors[name]}</p>}
      </fieldset>
    );
  }
  const field = {
    label: isOptional ? `${label} (optional)` : label,
    description,
    value: values[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value }),
    error: errors[name],
    spellCheck: false,
    required: !isOptional,
    withAsterisk: false,
  };
  return isSecret ? (
    <PasswordInput {...field} autoComplete="off" />
  ) : (
    <div className="stack way-offers">
      <TextInput {...field} autoComplete="off" autoCapitalize="off" />
      {offers
        .filter((offer) => offer !== values[name])
        .map((offer) => (
          <Button
            key={offer}
            variant="default"
            size="xs"
            onClick={() => onChange({ [name]: offer })}
          >
            Use {offer}
          </Button>
        ))}
    </div>
  );
}

type ServiceProps = {
  parts: NonNullable<Asked['parts']>;
  onChange: SettingProps['onChange'];
};

/** A provider fills in what is known of it. */
function ServiceField({ parts: { services }, onChange }: ServiceProps) {
  const [chosen, setChosen] = useState('');
  const service = services.find(({ label }) => label === chosen);
  return (
    <NativeSelect
      label="Provider"
      data={[{ value: '', label: 'Another' }, ...services.map(({ label }) => label)]}
      value={chosen}
      onChange={({ currentTarget }) => {
        setChosen(currentTarget.value);
        const fills = services.find(({ label }) => label === currentTarget.value)?.fills;
        if (fills) onChange(fills);
      }}
      description={service?.note}
      inputWrapperOrder={['label', 'input', 'description']}
    />
  );
}

type PartProps = {
  part: Part;
  value: string;
  onChange: SettingProps['onChange'];
  error: string | undefined;
};

function PartField({ part, value, onChange, error }: PartProps) {
  const { name, label, description, placeholder, isSecret, isNumber, alternatives } = part;
  const field = {
    label,
    value,
    error,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      onChange({ [name]: currentTarget.value }),
    ...(description === undefined ? {} : { description }),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
  if (alternatives) return <NativeSelect {...field} data={[...alternatives]} />;
  if (isSecret) return <PasswordInput {...field} autoComplete="off" />;
  return (
    <TextInput
      {...field}
      placeholder={placeholder}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}

type DoneProps = {
  way: WayState;
  trial: WayTrial | 'untried';
  onDone: () => void;
  onAddContact: () => void;
};

/** The way is on; now a person needs a contact of it. */
function Done({ way: { kind }, trial, onDone, onAddContact }: DoneProps) {
  const { label, added } = wayOf(kind);
  const isAdded = added.by !== 'itself';
  return (
    <div className="stack">
      <p role="status">
        <span className="is-good">{label} is on.</span>
      </p>
      {trial !== 'untried' && <Trial trial={trial} />}
      {isAdded && <p>Add a contact to be notified by it. Everyone else can add theirs, too.</p>}
      <div className="buttons">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        {isAdded && (
          <Button onClick={onAddContact} data-autofocus>
            Add contact
          </Button>
        )}
      </div>
    </div>
  );
}

/** Such as `Its 2 contacts notify nobody`. */
export function contactWords(count: number | undefined, [one, several]: [string, string]): string {
  if (count === 1) return `Its contact ${one}`;
  return count === undefined || count === 0
    ? `Contacts ${several}`
    : `Its ${count} contacts ${several}`;
}
