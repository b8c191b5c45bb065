/** How a phone subscribes to the topic that the inbox has made for it. What opens it is a secret. */
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { Contact } from '../../../core/notify/schema.ts';
import { useReplaceTopic, useSubscription } from '../../data/contacts.ts';
import { Copyable } from '../../look/parts.tsx';
import { Qr } from '../../look/qr.tsx';
import { Refusal } from '../parts.tsx';

type Props = {
  contact: Contact;
  /** Goes on to a test. */
  onNext: () => void;
  /** Called with the contact that has another topic. */
  onReplaced: (contact: Contact) => void;
};

export function Subscribe({ contact, onNext, onReplaced }: Props) {
  const { data, error } = useSubscription(contact.id);
  const replacing = useReplaceTopic(contact.id);
  const isOwn = error !== null;
  const goOn = useEffectEvent(onNext);
  useEffect(() => {
    // A topic of one's own needs no guide.
    if (isOwn) goOn();
  }, [isOwn]);
  if (!data) return <p className="soft">Loading…</p>;
  return (
    <div className="stack">
      <p>
        Install the ntfy app on your phone. On Android, scan this with the camera, and the app opens
        with the topic. Don't show it to anyone: who has it can read your notifications.
      </p>
      <div className="is-secret">
        <Qr text={data.url} label="QR code that subscribes the app" />
      </div>
      <div>
        <p className="meta">On an iPhone, add a subscription in the app, with this topic</p>
        <div className="is-secret">
          <Copyable text={data.topic} what="topic" isCode />
        </div>
      </div>
      <div>
        <p className="meta">and this server</p>
        <Copyable text={data.server} what="server" isCode />
      </div>
      <Refusal>{replacing.refusal}</Refusal>
      <div className="buttons">
        <Button
          variant="default"
          loading={replacing.isPending}
          onClick={() => replacing.send(undefined, onReplaced)}
        >
          Make another topic
        </Button>
        <Button onClick={onNext} data-autofocus>
          Send a test
        </Button>
      </div>
    </div>
  );
}
