import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { clientOf } from '../../../agents/clients.ts';
import type { Machine } from '../../../core/enrolments/schema.ts';
import ConnectCommand from '../../agents/connect-command.tsx';
import { useEndMachine, useMachines } from '../../data/access.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { useKeys } from '../../keys/use-keys.tsx';
import { Ago } from '../../look/ago.tsx';
import { dateOf } from '../../look/clock.ts';
import { Bolt } from '../../look/icons.tsx';
import { Empty } from '../../look/parts.tsx';
import { useLast } from '../../look/use-last.ts';
import { Confirm } from '../confirm.tsx';
import { Filtered } from '../filtered.tsx';
import { Facts, RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';

/** The coding agents that are connected, and their machines. `/settings/agents/new` connects another one. */
export function AgentsSection({ id }: { id: string | undefined }) {
  const { data: machines, error } = useMachines();
  const [ending, setEnding] = useState<Machine | null>(null);
  const [, go] = useLocation();
  const connect = () => go('/settings/agents/new');
  useKeys('Agents', { n: ['Connect an agent', connect, 'new'] });
  return (
    <>
      <SettingsHead title="Agents" action={<Button onClick={connect}>Connect an agent</Button>}>
        Coding agents that ask here, and the machines they run on. Each has an API key of its own.
      </SettingsHead>
      {machines ? <Machines machines={machines} onEnd={setEnding} /> : !error && <RowsSkeleton />}
      <Unread error={machines ? null : error} />
      <Dialog
        opened={id === 'new'}
        onClose={() => go('/settings/agents')}
        title="Connect an agent"
        size="lg"
      >
        <ConnectCommand withChannel />
      </Dialog>
      <EndMachine machine={ending} onClose={() => setEnding(null)} />
    </>
  );
}

type Props = { machines: Machine[]; onEnd: (machine: Machine) => void };

function Machines({ machines, onEnd }: Props) {
  const live = machines.filter(({ endedAt }) => endedAt === null);
  const ended = machines.filter(({ endedAt }) => endedAt !== null);
  const row = (machine: Machine) => (
    <MachineRow key={machine.keyId} machine={machine} onEnd={() => onEnd(machine)} />
  );
  return (
    <>
      {live.length === 0 && (
        <Empty title="No agents connected" icon={<Bolt size={32} />}>
          Connect a coding agent, and it asks here before it runs a command or changes a file.
        </Empty>
      )}
      {live.length > 0 && (
        <Filtered what="agents" rows={live} textOf={nameOf}>
          {row}
        </Filtered>
      )}
      {ended.length > 0 && (
        <details className="settings-more">
          <summary>Ended ({ended.length})</summary>
          <ul className="settings-rows">{ended.map(row)}</ul>
        </details>
      )}
    </>
  );
}

const nameOf = ({ client, host }: Pick<Machine, 'client' | 'host'>) =>
  `${clientOf(client).label} on ${host}`;

function MachineRow({ machine, onEnd }: { machine: Machine; onEnd: () => void }) {
  const { version, channelId, channelName, connectedAt, lastAskedAt, endedAt } = machine;
  const name = nameOf(machine);
  return (
    <li className="settings-item">
      <div className="settings-item-text">
        <p className="settings-item-name">{name}</p>
        <Facts>
          {version !== null && `version ${version}`}
          {channelId === null ? (
            'a deleted channel'
          ) : (
            <Link href={`/c/${channelId}`}>{channelName}</Link>
          )}
          {lastAskedAt === null ? (
            'never asked'
          ) : (
            <>
              asked <Ago at={lastAskedAt} />
            </>
          )}
          {endedAt === null ? (
            <>
              connected <Ago at={connectedAt} />
            </>
          ) : (
            `ended ${dateOf(endedAt)}`
          )}
        </Facts>
        <NotUnderstood machine={machine} />
      </div>
      {endedAt === null && (
        <Button variant="default" size="xs" onClick={onEnd} aria-label={`End ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}

/** A client that was upgraded may send hooks of a new form: its person then decides in the client alone. */
function NotUnderstood({ machine: { notUnderstood } }: { machine: Machine }) {
  if (notUnderstood.length === 0) return null;
  const count = notUnderstood.reduce((sum, one) => sum + one.count, 0);
  return (
    <details className="settings-more not-understood">
      <summary>
        <span className="is-warning">
          {count === 1 ? '1 call' : `${count} calls`} not understood
        </span>
      </summary>
      <p>The client went on as it would without the inbox.</p>
      <ul>
        {notUnderstood.map(({ version, reason, count: times, lastAt }) => (
          <li key={`${version} ${reason}`}>
            <p>{reason}</p>
            <Facts>
              {version !== null && `version ${version}`}
              {times === 1 ? 'once' : `${times} times`}
              <span>
                last <Ago at={lastAt} />
              </span>
            </Facts>
          </li>
        ))}
      </ul>
    </details>
  );
}

function EndMachine({ machine, onClose }: { machine: Machine | null; onClose: () => void }) {
  const shown = useLast(machine);
  const name = shown === null ? '' : nameOf(shown);
  const saving = useEndMachine(name);
  if (!shown) return null;
  return (
    <Confirm
      opened={machine !== null}
      onClose={onClose}
      title={`End ${name}?`}
      action="End its key"
      onConfirm={() => saving.send(shown.keyId, onClose)}
      saving={saving}
    >
      <p>
        Its key is revoked immediately, and the questions that it still asks are withdrawn. The
        agent goes on as it would without the inbox.
      </p>
      <p>
        To remove what was written on that machine, run <code>inbox disconnect {shown.client}</code>{' '}
        there.
      </p>
    </Confirm>
  );
}
