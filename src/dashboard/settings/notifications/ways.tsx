import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WayState } from '../../../core/settings/schema.ts';
import { type ContactKind, documentedKinds, wayOf } from '../../../ways/ways.ts';
import { useEverybodysContacts } from '../../data/contacts.ts';
import { useTurnWayOff, useWays } from '../../data/ways.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { useLast } from '../../look/use-last.ts';
import { Block, Facts, RowsSkeleton, Unread } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';
import { OwnPassword } from './own-password.tsx';
import { contactWords, SetWayForm } from './set-way.tsx';

type Props = {
  /** The way whose dialog is open. */
  setting: ContactKind | null;
  onSet: (kind: ContactKind | null) => void;
  onAddContact: (kind: ContactKind) => void;
};

/** For owners: how this inbox can notify people. */
export function WaysBlock({ setting, onSet, onAddContact }: Props) {
  const { data: ways, error } = useWays();
  const [ending, setEnding] = useState<ContactKind | null>(null);
  const wayFor = (kind: ContactKind | null) => ways?.find((way) => way.kind === kind) ?? null;
  return (
    <Block
      id="ways"
      title="Ways to notify people"
      about="Set once for everyone. Each person then adds contacts of their own."
    >
      {ways && (
        <ul className="settings-rows">
          {documentedKinds.map((kind) => {
            const way = wayFor(kind);
            return (
              way && (
                <WayRow
                  key={kind}
                  way={way}
                  onSet={() => onSet(kind)}
                  onTurnOff={() => setEnding(kind)}
                />
              )
            );
          })}
        </ul>
      )}
      {!ways && !error && <RowsSkeleton />}
      <Unread error={ways ? null : error} />
      <SetWay
        way={wayFor(setting)}
        onClose={() => onSet(null)}
        onAddContact={(kind) => {
          onSet(null);
          onAddContact(kind);
        }}
      />
      <TurnOff way={wayFor(ending)} onClose={() => setEnding(null)} />
    </Block>
  );
}

type RowProps = { way: WayState; onSet: () => void; onTurnOff: () => void };

function WayRow({ way, onSet, onTurnOff }: RowProps) {
  const { kind, works, host, from, source, problem } = way;
  const { label, needs, dashboard } = wayOf(kind);
  const isKept = from === 'database';
  return (
    <li className="settings-item">
      <div className="settings-item-text">
        <p className="settings-item-name">{label}</p>
        <Facts>
          {works ? <span className="is-good">on</span> : <span className="soft">off</span>}
          {works || isKept ? host : dashboard.about}
          {source !== null && (
            <>
              set by <code>{source}</code>
            </>
          )}
        </Facts>
        {problem !== null && <p className="meta is-warning">{problem}</p>}
      </div>
      {source === null && (
        <div className="settings-item-actions">
          <Button
            variant="default"
            size="xs"
            onClick={onSet}
            aria-label={`${works || isKept ? 'Change' : 'Turn on'} ${label}`}
          >
            {works || isKept ? 'Change' : 'Turn on'}
          </Button>
          {isKept && needs.length > 0 && (
            <Button
              variant="default"
              size="xs"
              onClick={onTurnOff}
              aria-label={`Turn off ${label}`}
            >
              Turn off
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

type SetProps = {
  way: WayState | null;
  onClose: () => void;
  onAddContact: (kind: ContactKind) => void;
};

function SetWay({ way, onClose, onAddContact }: SetProps) {
  const shown = useLast(way);
  const count = useContactsOf(shown?.kind);
  return (
    <Dialog
      opened={way !== null}
      onClose={onClose}
      title={shown ? wayOf(shown.kind).label : ''}
      size="lg"
      // A slip must not lose a secret that was typed.
      closeOnClickOutside={false}
    >
      {shown && way && (
        <SetWayForm
          key={shown.kind}
          way={shown}
          contacts={count}
          onDone={onClose}
          onAddContact={() => onAddContact(shown.kind)}
        />
      )}
    </Dialog>
  );
}

function TurnOff({ way, onClose }: { way: WayState | null; onClose: () => void }) {
  const shown = useLast(way);
  return (
    <Dialog
      opened={way !== null}
      onClose={onClose}
      title={`Turn off ${shown ? wayOf(shown.kind).label : ''}?`}
    >
      {shown && way && <TurnOffForm kind={shown.kind} onDone={onClose} />}
    </Dialog>
  );
}

function TurnOffForm({ kind, onDone }: { kind: ContactKind; onDone: () => void }) {
  const saving = useTurnWayOff(kind);
  const count = useContactsOf(kind);
  const [password, setPassword] = useState('');
  const send = () => {
    saving.send(password, onDone);
    setPassword('');
  };
  return (
    <SaveForm saving={saving} onSend={send} action="Turn off">
      <p>
        {contactWords(count, ['notifies nobody', 'notify nobody'])} until it is turned on again. Its
        settings are deleted.
      </p>
      <OwnPassword value={password} onChange={setPassword} error={saving.errors.password} />
    </SaveForm>
  );
}

/** The number of contacts of a way that people have; undefined until known. */
function useContactsOf(kind: ContactKind | undefined): number | undefined {
  const { data: contacts } = useEverybodysContacts();
  return contacts?.filter((contact) => contact.kind === kind).length;
}
