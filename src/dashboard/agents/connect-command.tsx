import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { type ClientName, clientNames, clients, isClientName } from '../../agents/clients.ts';
import { serverNow } from '../../client/clock.ts';
import type { Enrolment, Machine } from '../../core/enrolments/schema.ts';
import { useAbout } from '../data/about.ts';
import { useCreateCode, useMachines } from '../data/access.ts';
import { homeUrl } from '../data/base.ts';
import { useChannels } from '../data/channels.ts';
import { Remaining } from '../inbox/remaining.tsx';
import { Copyable } from '../look/parts.tsx';
import { useSecondly } from '../look/use-secondly.ts';

/** A code that was created here, and the machines that were connected before. */
type Code = Enrolment & { before: Machine[] };

/** The one command that connects a coding agent: without a code on the inbox's own machine, with one elsewhere. */
export default function ConnectCommand({ withChannel = false }) {
  const [client, setClient] = useState(clientNames[0]);
  const [channelId, setChannelId] = useState('');
  const [code, setCode] = useState<Code | null>(null);
  const creating = useCreateCode();
  const machines = useMachines().data ?? [];
  const channels = useChannels().data ?? [];
  const { label } = clients[client];
  const create = () => {
    const input = channelId === '' ? { client } : { client, channelId };
    creating.send(input, (made) => setCode({ ...made, before: machines }));
  };
  const choose = (chosen: string) => {
    if (!isClientName(chosen)) return;
    setClient(chosen);
    setCode(null);
  };
  const chosen = channelId === '' ? '' : ` -c ${channelId}`;
  return (
    <div className="stack connect">
      <SegmentedControl
        className="connect-clients"
        size="xs"
        data={clientNames.map((name) => ({ value: name, label: clients[name].label }))}
        value={client}
        onChange={choose}
        aria-label="Coding agent"
      />
      {withChannel && channels.length > 0 && (
        <NativeSelect
          label="Channel"
          description="Where it asks"
          data={[
            { value: '', label: `The usual channel of ${label}` },
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={channelId}
          onChange={({ currentTarget }) => {
            setChannelId(currentTarget.value);
            setCode(null);
          }}
        />
      )}
      {isHere() && (
        <section className="step">
          <h3>On this machine, where the inbox runs</h3>
          <Copyable text={`inbox connect ${client}${chosen}`} what="command" isCode />
        </section>
      )}
      <section className="step">
        <h3>{isHere() ? 'On another machine' : 'On the machine of the agent'}</h3>
        {code !== null && <ByCode client={client} code={code} machines={machines} />}
        <div>
          <Button
            variant={code === null && !isHere() ? 'filled' : 'default'}
            size="xs"
            loading={creating.isPending}
            onClick={create}
          >
            {code === null ? 'Create a code' : 'Create another code'}
          </Button>
        </div>
        <div role="alert">
          {creating.refusal && <p className="refusal">{creating.refusal}</p>}
          {creating.errors.channelId && <p className="refusal">{creating.errors.channelId}</p>}
        </div>
      </section>
    </div>
  );
}

type ByCodeProps = { client: ClientName; code: Code; machines: Machine[] };

/** The command with a code, until it is used or expires. */
function ByCode({ client, code: { code, expiresAt, before }, machines }: ByCodeProps) {
  const isOver = useSecondly(() => Date.parse(expiresAt) <= serverNow());
  const url = useAbout().data?.settings.find(({ name }) => name === 'publicUrl')?.value;
  const address = url ?? homeUrl();
  const isNew = ({ keyId, ...one }: Machine) =>
    one.client === client && before.every((known) => known.keyId !== keyId);
  const connected = machines.find(isNew);
  return (
    <>
      {connected === undefined && !isOver && (
        <>
          <Copyable
            text={`inbox connect ${client} \\\n  --url ${address} \\\n  --code ${code}`}
            what="command"
            isCode
          />
          <Caution address={address} />
        </>
      )}
      <p className="meta" role="status">
        {connected !== undefined && `${clients[client].label} on ${connected.host} is connected.`}
        {connected === undefined && isOver && 'The code has expired.'}
        {connected === undefined && !isOver && (
          <>
            Works once. Expires in <Remaining until={expiresAt} />
          </>
        )}
      </p>
    </>
  );
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether the browser is on the inbox's own machine, as far as its address shows. */
const isHere = () => LOOPBACK.test(window.location.hostname);

function Caution({ address }: { address: string }) {
  const { protocol, hostname } = new URL(address);
  if (LOOPBACK.test(hostname)) {
    return (
      <p className="meta">
        This address is of this machine alone. Replace it by one that the other machine reaches.
      </p>
    );
  }
  if (protocol === 'https:') return null;
  return (
    <p className="meta">
      Without https, others on the network can read the key. If you trust all of them, add{' '}
      <code>--insecure</code>.
    </p>
  );
}
