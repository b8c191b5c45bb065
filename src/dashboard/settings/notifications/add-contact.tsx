import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { NewPairing } from '../../../core/notify/pairing-schema.ts';
import type { Contact } from '../../../core/notify/schema.ts';
import type { WayState } from '../../../core/settings/schema.ts';
import { addedKinds, type ContactKind, isPublicHost, wayOf } from '../../../ways/ways.ts';
import { useAddContact, useBeginPairing } from '../../data/contacts.ts';
import { useMe } from '../../data/session.ts';
import { useWays } from '../../data/ways.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { RowsSkeleton, Unread } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';
import { ContactFields, type Use, usualUse } from './contact-fields.tsx';
import { PairContact } from './pair-contact.tsx';

type Props = {
  /** The kind to begin with; null for the first that works. */
  kind: string | null;
  onAdded: (contact: Contact) => void;
};

/** The kind, the address and how the contact is used. Only what works here is offered. */
export function AddContact({ kind, onAdded }: Props) {
  const { data: ways, error } = useWays();
  if (!ways) return error ? <Unread error={error} /> : <RowsSkeleton />;
  const works = (one: ContactKind) => ways.some((way) => way.kind === one && way.works);
  const offered = addedKinds.filter(works);
  const first = offered.find((one) => one === kind) ?? offered[0];
  const others = addedKinds.filter((one) => !works(one));
  if (first === undefined) {
    return (
      <div className="stack">
        <p>This inbox cannot notify anyone by a contact yet.</p>
        <NotOn kinds={others} />
      </div>
    );
  }
  return (
    <Offered
      key={first}
      first={first}
      offered={offered}
      others={others}
      ways={ways}
      onAdded={onAdded}
    />
  );
}

/** The kinds that do not work here, and who can turn them on. */
function NotOn({ kinds }: { kinds: ContactKind[] }) {
  const { role } = useMe();
  const [, go] = useLocation();
  if (kinds.length === 0) return null;
  if (role !== 'owner') {
    const labels = kinds.map((kind) => wayOf(kind).label);
    return (
      <p className="meta">
        {new Intl.ListFormat('en').format(labels)} can be turned on by an owner.
      </p>
    );
  }
  return (
    <div className="buttons buttons-start">
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="default"
          size="xs"
          onClick={() => go(`/settings/notifications/way-${kind}`)}
        >
          Turn on {wayOf(kind).label}
        </Button>
      ))}
    </div>
  );
}

type Values = { kind: ContactKind; address: string; name: string } & Use;

type OfferedProps = {
  first: ContactKind;
  offered: ContactKind[];
  others: ContactKind[];
  ways: WayState[];
  onAdded: (contact: Contact) => void;
};

function Offered({ first, offered, others, ways, onAdded }: OfferedProps) {
  const saving = useAddContact();
  const hostOf = (kind: ContactKind) => ways.find((way) => way.kind === kind)?.host ?? null;
  /** Others may read what is sent to a public host. */
  const firstUse = (kind: ContactKind) =>
    isPublicHost(kind, hostOf(kind)) ? carefulUse : usualUse;
  const empty: Values = { kind: first, address: '', name: '', ...firstUse(first) };
  const { values, set, text } = useFields(empty, saving.errors);
  const { kind, name } = values;
  const { dashboard, added } = wayOf(kind);
  const words = dashboard.field;
  const isMade = added.by === 'address' && added.subscription !== undefined;
  const host = hostOf(kind);
  const pairing = useBeginPairing();
  const [link, setLink] = useState<NewPairing | null>(null);
  const send = () => {
    const address = values.address.trim() || undefined;
    const input = { ...values, address, name: name.trim() || undefined };
    const whole = { ...input, delaySeconds: values.delaySeconds ?? undefined, ...careful(address) };
    if (words) return saving.send(whole, onAdded);
    const { kind: _, address: __, ...rules } = whole;
    pairing.send(rules, setLink);
  };
  /** A whole URL may be at another server than the owner's: what was not chosen is up to the inbox. */
  function careful(address: string | undefined) {
    const isChosen = values.answers !== usualUse.answers || values.shows !== usualUse.shows;
    return isChosen || !URL.canParse(address ?? '') ? {} : { answers: undefined, shows: undefined };
  }
  if (link) {
    return <PairContact key={link.id} pairing={link} onAdded={onAdded} onAgain={send} />;
  }
  return (
    <div className="stack">
      <SaveForm
        saving={words ? saving : pairing}
        onSend={send}
        action={words ? 'Add contact' : 'Get the link'}
      >
        <KindField
          kind={kind}
          offered={offered}
          onChange={(chosen) => {
            saving.reset();
            pairing.reset();
            set({ kind: chosen, address: '', ...firstUse(chosen) });
          }}
          error={saving.errors.kind}
        />
        {words && !isMade && (
          <TextInput {...words} {...text('address')} {...asAddress} required data-autofocus />
        )}
        {isPublicHost(kind, host) && <PublicField host={host} value={values} onChange={set} />}
        <NameField
          description="Optional. Where you read the notifications, for example Phone."
          {...text('name')}
          required={false}
        />
        <details className="settings-more">
          <summary>More options</summary>
          <div className="stack">
            {words && isMade && (
              <TextInput
                {...words}
                {...text('address')}
                {...asAddress}
                description={`Optional. The inbox makes a topic that nobody can guess. ${words.description}`}
              />
            )}
            <ContactFields kind={kind} value={values} onChange={set} errors={saving.errors} />
          </div>
        </details>
      </SaveForm>
      <NotOn kinds={others} />
    </div>
  );
}

const asAddress = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  withAsterisk: false,
};

const carefulUse: Use = { ...usualUse, shows: 'title', answers: false };

type PublicProps = { host: string | null; value: Use; onChange: (part: Partial<Use>) => void };

/** One switch for both, as both depend on who knows the topic. */
const PublicField = ({ host, value, onChange }: PublicProps) => (
  <Checkbox
    label="Show whole questions there, and answer them"
    description={`${host} sees all that is sent. Anyone who learns the topic can read it and press its buttons.`}
    checked={value.answers && value.shows === 'all'}
    onChange={({ currentTarget }) => onChange(currentTarget.checked ? usualUse : carefulUse)}
  />
);

type KindProps = {
  kind: ContactKind;
  offered: ContactKind[];
  onChange: (kind: ContactKind) => void;
  error: string | undefined;
};

const KindField = ({ kind, offered, onChange, error }: KindProps) => (
  <Radio.Group
    label="Kind"
    value={kind}
    onChange={(chosen) => onChange(chosen as ContactKind)}
    error={error}
  >
    <div className="choices">
      {offered.map((value) => (
        <Radio
          key={value}
          value={value}
          label={wayOf(value).label}
          description={wayOf(value).dashboard.about}
        />
      ))}
    </div>
  </Radio.Group>
);
