/**
 * Where a person lets a machine log in as them. The code is typed, never taken from the link: a
 * link can come from anyone, a code only from the device in front of the person.
 */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Device } from '../../core/access/device-schema.ts';
import { InboxError } from '../../core/errors.ts';
import { type Decision, useDecideDevice, useDevice } from '../data/device.ts';
import { isNotFound } from '../data/query-client.ts';
import { useMe } from '../data/session.ts';
import { Ago } from '../look/ago.tsx';
import { wholeTime } from '../look/clock.ts';
import { useAskLogOut } from '../outbox/log-out.tsx';
import { StandalonePage } from './standalone-page.tsx';

export default function DevicePage() {
  const [code, setCode] = useState('');
  if (code === '') return <AskCode onCode={setCode} />;
  return <WithCode key={code} code={code} onOther={() => setCode('')} />;
}

function AskCode({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onCode(code.trim());
  };
  return (
    <StandalonePage title="Log in on a device">
      <form className="stack" onSubmit={send}>
        <TextInput
          label="Code shown on the device"
          placeholder="BCDF-GHJK"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          pattern=".*\S.*"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit">Continue</Button>
      </form>
    </StandalonePage>
  );
}

function WithCode({ code, onOther }: { code: string; onOther: () => void }) {
  const device = useDevice(code);
  const decide = useDecideDevice(code);
  const error = decide.error ?? device.error;
  if (decide.data && device.data) return <Decided decision={decide.data} {...device.data} />;
  const tryAgain = () => {
    decide.reset();
    void device.refetch();
  };
  if (error && !isAboutCode(error)) {
    const failed = { title: 'Something went wrong', why: error.message };
    return <NotDone {...failed} action="Try again" onAction={tryAgain} />;
  }
  if (error) {
    const refused = { title: 'Code not accepted', why: refusedFor(error) };
    return <NotDone {...refused} action="Enter another code" onAction={onOther} />;
  }
  if (!device.data) return null;
  return <Decide device={device.data} decide={decide.mutate} isSending={decide.isPending} />;
}

type DecideProps = {
  device: Device;
  decide: (decision: Decision) => void;
  isSending: boolean;
};

function Decide({ device, decide, isSending }: DecideProps) {
  const { name, userCode, grants } = device;
  const what = whatOf[grants];
  return (
    <StandalonePage title={`Log in on this ${what}?`}>
      <p>
        A {what} named{' '}
        <strong className="device-name" dir="auto">
          {name}
        </strong>{' '}
        is asking to act as you. It shows this code:
      </p>
      <p className="device-code">{userCode}</p>
      <WhoAsks device={device} />
      <p className="soft">
        Approve only if you started this login yourself and the codes match. If someone sent you the
        code, deny it.
      </p>
      <div className="device-choices">
        <Button onClick={() => decide('approve')} disabled={isSending}>
          Approve
        </Button>
        <Button variant="default" onClick={() => decide('deny')} disabled={isSending}>
          Deny
        </Button>
      </div>
      <WhoIAm />
    </StandalonePage>
  );
}

const WhoAsks = ({ device: { address, begunAt, program } }: { device: Device }) => (
  <dl className="device-facts">
    <div>
      <dt>Address</dt>
      <dd>{address}</dd>
    </div>
    <div>
      <dt>Started</dt>
      <dd>
        <Ago at={begunAt} />, {wholeTime(begunAt)}
      </dd>
    </div>
    <div>
      <dt>Program</dt>
      <dd dir="auto">{program ?? 'Unknown'}</dd>
    </div>
  </dl>
);

function WhoIAm() {
  const { name, email } = useMe();
  const logOut = useAskLogOut();
  return (
    <p className="meta">
      You are {name}
      {email && ` (${email})`}.{' '}
      <button type="button" className="device-other" onClick={logOut}>
        Log in as someone else
      </button>
    </p>
  );
}

const whatOf = { token: 'device', session: 'browser' } as const;

const approved = {
  token: 'The device is logged in as you for 90 days. You can revoke its token in Settings.',
  session: 'The browser is logged in as you. You can end its session in Settings.',
} as const;

function Decided({ decision, grants }: { decision: Decision; grants: Device['grants'] }) {
  const isApproved = decision === 'approve';
  const denied = `Login denied. The ${whatOf[grants]} has no access.`;
  return (
    <StandalonePage title={isApproved ? 'Approved' : 'Denied'}>
      <p role="status" tabIndex={-1} data-autofocus>
        {isApproved ? approved[grants] : denied}{' '}
        <span className="soft">You can close this window.</span>
      </p>
    </StandalonePage>
  );
}

const refusedFor = (error: Error) =>
  isNotFound(error)
    ? 'This code is invalid or has expired. Codes expire after 10 minutes. Start again on the device.'
    : error.message;

type NotDoneProps = { title: string; why: string; action: string; onAction: () => void };

const NotDone = ({ title, why, action, onAction }: NotDoneProps) => (
  <StandalonePage title={title}>
    <p className="refusal" role="alert">
      {why}
    </p>
    <Button variant="default" onClick={onAction}>
      {action}
    </Button>
  </StandalonePage>
);

const isAboutCode = (error: Error) =>
  isNotFound(error) || (error instanceof InboxError && error.code === 'conflict');
