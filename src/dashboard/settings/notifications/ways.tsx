/** How this inbox can notify people: an owner turns each way on and off here. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WayState } from '../../../core/settings/schema.ts';
import { wayOf } from '../../../ways/ways.ts';
import { useTurnWayOff, useWays } from '../../data/ways.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { useLast } from '../../look/use-last.ts';
import { OwnPassword } from '../own-password.tsx';
import { Block, Facts, Refusal, RowsSkeleton, Unread } from '../parts.tsx';
import { SetWay } from './set-way.tsx';

type Props = {
  /** The kind whose dialog is open. */
  open: string | null;
  onOpen: (kind: string | null) => void;
  /** Adds a contact of a way that was just turned on. */
  onAdd: (kind: string) => void;
};

export function WaysBlock({ open, onOpen, onAdd }: Props) {
  const { data: ways, error } = useWays();
  const [ending, setEnding] = useState<WayState | null>(null);
  return (
    <Block
      title="Ways to notify people"
      about="Turn on what people can be notified by. A change takes effect immediately."
    >
      {ways && (
        <ul className="settings-rows">
          {ways.map((way) => (
            <WayRow
              key={way.kind}
              way={way}
              onChange={() => onOpen(way.kind)}
              onEnd={() => setEnding(way)}
            />
          ))}
        </ul>
      )}
      {!ways && !error && <RowsSkeleton />}
      <Unread error={ways ? null : error} />
      <Changed
        way={ways?.find(({ kind }) => kind === open) ?? null}
        onClose={() => onOpen(null)}
        onAdd={onAdd}
      />
      <TurnedOff way={ending} onClose={() => setEnding(null)} />
    </Block>
  );
}

type RowProps = { way: WayState; onChange: () => void; onEnd: () => void };

function WayRow({ way, onChange, onEnd }: RowProps) {
  const { kind, works, host, source, from, problem } = way;
  const { label, dashboard } = wayOf(kind);
  const isElsewhere = source !== null;
  const isKept = from === 'database';
  return (
    <li className="settings-item">
      <div className="settings-item-text">
        <p className="settings-item-name">{label}</p>
        <Facts>
          <State works={works} problem={problem} />
          {host && <code>{host}</code>}
          {isElsewhere ? (
            <>
              set by <code>{source}</code>
            </>
          ) : (
            dashboard.about
          )}
        </Facts>
        {problem !== null && <p className="meta is-warning">{problem}.</p>}
      </div>
      {!isElsewhere && (
        <div className="settings-item-actions">
          <Button
            variant="default"
            size="xs"
            onClick={onChange}
            aria-label={`${isKept ? 'Change' : 'Set up'} ${label}`}
          >
            {isKept ? 'Change' : 'Set up'}
          </Button>
          {isKept && (
            <Button variant="default" size="xs" onClick={onEnd} aria-label={`Turn off ${label}`}>
              Turn off
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function State({ works, problem }: { works: boolean; problem: string | null }) {
  if (problem !== null) return <span className="is-warning">does not work</span>;
  return works ? <span className="is-good">on</span> : <span>off</span>;
}

type ChangedProps = {
  way: WayState | null;
  onClose: () => void;
  onAdd: (kind: string) => void;
};

function Changed({ way, onClose, onAdd }: ChangedProps) {
  const shown = useLast(way);
  return (
    <Dialog
      opened={way !== null}
      onClose={onClose}
      title={shown ? wayOf(shown.kind).label : ''}
      size="lg"
    >
      {shown && <SetWay key={shown.kind} way={shown} onClose={onClose} onAdd={onAdd} />}
    </Dialog>
  );
}

function TurnedOff({ way, onClose }: { way: WayState | null; onClose: () => void }) {
  const shown = useLast(way);
  return (
    <Dialog
      opened={way !== null}
      onClose={onClose}
      title={`Turn off ${shown ? wayOf(shown.kind).label : ''}`}
    >
      {shown && <TurnOff key={shown.kind} way={shown} onClose={onClose} />}
    </Dialog>
  );
}

function TurnOff({ way: { kind }, onClose }: { way: WayState; onClose: () => void }) {
  const saving = useTurnWayOff(kind);
  const [password, setPassword] = useState('');
  const { label } = wayOf(kind);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        saving.send(password, onClose);
      }}
    >
      <p>
        Nobody is notified by {label} any longer. Its contacts stay, and are notified again once it
        is on. What you have entered is deleted.
      </p>
      <OwnPassword value={password} onChange={setPassword} error={saving.errors.password} />
      <Refusal>{saving.refusal}</Refusal>
      <div className="buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={saving.isPending} disabled={password === ''}>
          Turn off
        </Button>
      </div>
    </form>
  );
}
