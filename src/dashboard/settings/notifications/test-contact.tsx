import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Contact, Test } from '../../../core/notify/schema.ts';
import { shownAfter } from '../../../core/notify/words.ts';
import { providerOf, wayOf } from '../../../ways/ways.ts';
import { useTest, useTestContact } from '../../data/contacts.ts';
import { Refusal } from '../parts.tsx';
import { failureWords } from './failure.ts';
import { type Progress, TestStep } from './test-step.tsx';
import { CodeForm } from './verify-contact.tsx';

/** Sends a test as it opens, and shows how far it comes. */
export function TestContact({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { missing } = wayOf(contact.kind).dashboard;
  const { test, hasArrived, send, refusal } = useTesting(contact);
  const { sent, accepted, shown } = progressOf(test, hasArrived);
  const after = test ? shownAfter(test) : null;
  const mayHaveArrived = !hasArrived && shown === 'current';
  const again = (
    <Button variant="default" onClick={send.now} loading={send.isPending}>
      Send again
    </Button>
  );
  return (
    <div className="stack">
      <ol className="test-steps" aria-live="polite">
        <TestStep progress={sent}>Sent</TestStep>
        <TestStep progress={accepted} detail={test && test.error !== null && failureWords(test)}>
          {acceptance[accepted] ?? 'Accepted'} by {providerOf(contact.kind, test?.host)}
        </TestStep>
        <TestStep progress={shown} detail={mayHaveArrived && `Not there? ${missing}`}>
          {after === null ? 'Shown on your device' : `Shown on your device after ${after}`}
        </TestStep>
      </ol>
      <Refusal>{refusal}</Refusal>
      {mayHaveArrived && contact.confirmedAt === null ? (
        <CodeForm contact={contact} action="Confirm" beside={again} onDone={() => undefined}>
          <p className="meta">
            Answers can be given there once it is confirmed. If the test has a button, that confirms
            it too.
          </p>
        </CodeForm>
      ) : (
        <div className="buttons">
          {test && !hasArrived && sent === 'done' && again}
          <Button variant={hasArrived ? 'filled' : 'default'} onClick={onDone}>
            Done
          </Button>
        </div>
      )}
    </div>
  );
}

/** A cross beside “Accepted” would read as both. */
const acceptance: Partial<Record<Progress, string>> = {
  failed: 'Refused',
  unsure: 'Possibly accepted',
};

/** The last test of a contact, and what its user may do about it. */
function useTesting({ id, kind, confirmedAt }: Contact) {
  const sending = useTestContact(id);
  const [testId, setTestId] = useState<string | null>(null);
  const [confirmedBefore] = useState(confirmedAt);
  const isConfirmed = confirmedBefore === null && confirmedAt !== null;
  const { data: test, error } = useTest(id, testId, wayOf(kind).arrival === 'device');
  const now = () => sending.send(undefined, (begun) => setTestId(begun.id));
  const sendFirst = useEffectEvent(now);
  useEffect(() => sendFirst(), []);
  return {
    test,
    hasArrived: isConfirmed || (test?.receivedAt ?? null) !== null,
    send: { now, isPending: sending.isPending },
    refusal: sending.refusal ?? error?.message ?? null,
  };
}

type Steps = Record<'sent' | 'accepted' | 'shown', Progress>;

function progressOf(test: Test | undefined, hasArrived: boolean): Steps {
  if (hasArrived) return { sent: 'done', accepted: 'done', shown: 'done' };
  switch (test?.status) {
    case 'accepted':
      return { sent: 'done', accepted: 'done', shown: 'current' };
    case 'unknown':
      return { sent: 'done', accepted: 'unsure', shown: 'current' };
    case 'refused':
    case 'skipped':
      return { sent: 'done', accepted: 'failed', shown: 'later' };
    default:
      return { sent: 'current', accepted: 'later', shown: 'later' };
  }
}
