/** Where a person lets a machine log in as them: `/device?code=BCDF-GHJK`. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Device } from '../../core/access/schema.ts';
import { InboxError } from '../../core/errors.ts';
import { type Decision, useDecideDevice, useDevice } from '../data/device.ts';
import { isNotFound } from '../data/query-client.ts';
import { useLogOut, useMe } from '../data/session.ts';
import { Alone } from './alone.tsx';

export default function DevicePage() {
  const [search, setSearch] = useSearchParams();
  const code = search.get('code') ?? '';
  if (code === '') return <AskCode onCode={(typed) => setSearch({ code: typed })} />;
  return <WithCode key={code} code={code} onOther={() => setSearch({})} />;
}

function AskCode({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onCode(code.trim());
  };
  return (
    <Alone title="Log a machine in">
      <form className="stack" onSubmit={send}>
        <TextInput
          label="The code that its terminal shows"
          placeholder="BCDF-GHJK"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          pattern=".*\S.*"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit">Continue</Button>
      </form>
    </Alone>
  );
}

function WithCode({ code, onOther }: { code: string; onOther: () => void }) {
  const device = useDevice(code);
  const decide = useDecideDevice(code);
  const error = decide.error ?? device.error;
  if (decide.data) return <Decided decision={decide.data} />;
  const tryAgain = () => {
    decide.reset();
    void device.refetch();
  };
  if (error && !isAboutCode(error)) {
    const failed = { title: 'That did not work', why: error.message };
    return <NotDone {...failed} action="Try again" onAction={tryAgain} />;
  }
  if (error) {
    const refused = { title: 'This code does not work', why: refusedFor(error) };
    return <NotDone {...refused} action="Type another code" onAction={onOther} />;
  }
  if (!device.data) return null;
  return <Decide device={device.data} decide={decide.mutate} isSending={decide.isPending} />;
}

type DecideProps = {
  device: Device;
  decide: (decision: Decision) => void;
  isSending: boolean;
};

function Decide({ device: { name, userCode }, decide, isSending }: DecideProps) {
  return (
    <Alone title="Log this machine in?">
      <p>
        <strong className="device-name" dir="auto">
          {name}
        </strong>{' '}
        asks to act as you. Its terminal shows this code:
      </p>
      <p className="device-code">{userCode}</p>
      <p className="soft">
        Approve it only if you have just begun this log-in yourself, and the two codes are the same.
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
    </Alone>
  );
}

function WhoIAm() {
  const { name, email } = useMe();
  const logOut = useLogOut();
  return (
    <p className="meta">
      You are {name}
      {email && ` (${email})`}.{' '}
      <button type="button" className="device-other" onClick={() => logOut.mutate()}>
        Log in as somebody else
      </button>
    </p>
  );
}

const words = {
  approve: ['Approved', 'The machine logs in as you. Under Settings you can revoke its token.'],
  deny: ['Denied', 'The machine was told, and has no access.'],
} as const;

function Decided({ decision }: { decision: Decision }) {
  const [title, sentence] = words[decision];
  return (
    <Alone title={title}>
      <p role="status" tabIndex={-1} data-autofocus>
        {sentence} <span className="soft">You can close this window.</span>
      </p>
    </Alone>
  );
}

const refusedFor = (error: Error) =>
  isNotFound(error)
    ? 'There is no log-in with this code. It holds for ten minutes: begin again on the machine.'
    : error.message;

type NotDoneProps = { title: string; why: string; action: string; onAction: () => void };

const NotDone = ({ title, why, action, onAction }: NotDoneProps) => (
  <Alone title={title}>
    <p className="refusal" role="alert">
      {why}
    </p>
    <Button variant="default" onClick={onAction}>
      {action}
    </Button>
  </Alone>
);

const isAboutCode = (error: Error) =>
  isNotFound(error) || (error instanceof InboxError && error.code === 'conflict');
