/**
 * Sets a phone up from the desk: it opens the inbox there, is logged in by a code, turns notifications on, and gets a
 * test. The page on the desk follows what the inbox learns of each step.
 */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Contact } from '../../../core/notify/schema.ts';
import { wayOf } from '../../../ways/ways.ts';
import { homeUrl } from '../../data/base.ts';
import { useContacts } from '../../data/contacts.ts';
import { useDecideDevice, useDevice } from '../../data/device.ts';
import { usePublicUrl } from '../../data/public-url.ts';
import { useMe } from '../../data/session.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { Copyable } from '../../look/parts.tsx';
import { Qr } from '../../look/qr.tsx';
import { useIsWide } from '../../look/use-is-wide.ts';
import { Block, Refusal } from '../parts.tsx';
import { TestContact } from './test-contact.tsx';
import { type Progress, TestStep } from './test-step.tsx';

export function ThisPhoneBlock() {
  const isWide = useIsWide();
  const [isOpen, setIsOpen] = useState(false);
  const { url, isOwner } = usePhoneUrl();
  // On a phone, the block about this device turns it on.
  if (!isWide) return null;
  const close = () => setIsOpen(false);
  return (
    <Block title="Your phone" about="Get questions on your phone as an app, and answer them there.">
      {url === null ? (
        <p>
          A phone needs an https address of this inbox.{' '}
          {isOwner
            ? 'Set one under “Public URL”, at the end of this page.'
            : 'An owner can set one.'}
        </p>
      ) : (
        <div className="buttons buttons-start">
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Set up a phone
          </Button>
        </div>
      )}
      <Dialog opened={isOpen} onClose={close} title="Set up a phone" size="lg">
        {url !== null && <Steps url={url} onDone={close} />}
      </Dialog>
    </Block>
  );
}

/** Where a phone can open the inbox; null without https, which browsers require for notifications. */
function usePhoneUrl() {
  const isOwner = useMe().role === 'owner';
  const { data } = usePublicUrl(isOwner);
  const known = [data?.publicUrl, homeUrl()].find((one) => one?.startsWith('https:'));
  return { url: known ?? null, isOwner };
}

function Steps({ url, onDone }: { url: string; onDone: () => void }) {
  const [isIn, setIsIn] = useState(false);
  const added = useAdded();
  const isOn = added !== null;
  const at = (isDone: boolean, isNow: boolean): Progress =>
    isDone ? 'done' : isNow ? 'current' : 'later';
  return (
    <div className="stack">
      <ol className="test-steps" aria-live="polite">
        <TestStep
          progress={at(isIn || isOn, true)}
          detail="On an iPhone, choose Share, then Add to Home Screen, and open it from there."
        >
          Scan this with the camera of the phone, and open the inbox
        </TestStep>
        <TestStep progress={at(isIn || isOn, true)}>
          There, choose “Log in with a code”, and enter the code here
        </TestStep>
        <TestStep progress={at(isOn, isIn)}>
          On the phone, turn on notifications when you are asked, or under Settings › Notifications
        </TestStep>
        <TestStep progress={at(false, isOn)}>The phone shows a test</TestStep>
      </ol>
      {!isIn && !isOn && (
        <>
          <Qr text={url} label="QR code of the inbox" />
          <Copyable text={url} what="address" />
          <LogInThere onDone={() => setIsIn(true)} />
        </>
      )}
      {added && <TestContact contact={added} onDone={onDone} />}
    </div>
  );
}

/** The browser that was added since this opened; null until then. */
function useAdded(): Contact | null {
  const { data: contacts } = useContacts();
  const [before, setBefore] = useState<string[] | null>(null);
  if (before === null && contacts) setBefore(contacts.map(({ id }) => id));
  const added = contacts?.find(
    ({ id, kind }) => wayOf(kind).added.by === 'itself' && !before?.includes(id),
  );
  return before === null ? null : (added ?? null);
}

function LogInThere({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string | null>(null);
  if (code !== null) {
    return <Approve key={code} code={code} onDone={onDone} onOther={() => setCode(null)} />;
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setCode(typed.trim());
      }}
    >
      <TextInput
        label="Code shown on the phone"
        placeholder="BCDF-GHJK"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        pattern=".*\S.*"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      <div className="buttons">
        <Button type="submit">Continue</Button>
      </div>
    </form>
  );
}

type ApproveProps = { code: string; onDone: () => void; onOther: () => void };

/** A code can come from anyone: what asks is named before it gets in. */
function Approve({ code, onDone, onOther }: ApproveProps) {
  const { data: device, error } = useDevice(code);
  const deciding = useDecideDevice(code);
  const failure = error ?? deciding.error;
  if (failure) {
    return (
      <div className="stack">
        <Refusal>{failure.message}</Refusal>
        <div className="buttons">
          <Button variant="default" onClick={onOther}>
            Enter another code
          </Button>
        </div>
      </div>
    );
  }
  if (!device) return <p className="soft">Loading…</p>;
  return (
    <div className="stack">
      <p>
        <strong dir="auto">{device.name}</strong> at {device.address} asks to be logged in as you.
        Approve only if it is your phone, and shows this code:
      </p>
      <p className="device-code">{device.userCode}</p>
      <div className="buttons">
        <Button variant="default" onClick={() => deciding.mutate('deny', { onSuccess: onOther })}>
          Deny
        </Button>
        <Button
          loading={deciding.isPending}
          onClick={() => deciding.mutate('approve', { onSuccess: onDone })}
        >
          Approve
        </Button>
      </div>
    </div>
  );
}
