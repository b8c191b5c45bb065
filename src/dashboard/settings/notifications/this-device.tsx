import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Contact } from '../../../core/notify/schema.ts';
import { reachDocsUrl } from '../../data/base.ts';
import { type ThisDevice, useThisDevice, useTurnOff, useTurnOn } from '../../data/push.ts';
import { Why } from '../../desktop/why.tsx';
import { Block, Refusal } from '../parts.tsx';
import { WaysToHttps } from './ways-to-https.tsx';

type Props = {
  /** Called for a contact that was just turned on, or again. */
  onTest: (contact: Contact) => void;
};

/** Whether this browser is notified while the inbox is closed, and how to turn that on. */
export function ThisDeviceBlock({ onTest }: Props) {
  const device = useThisDevice();
  if (!device) return null;
  return (
    <Block title="This device">
      <State device={device} onTest={onTest} />
    </Block>
  );
}

function State({ device, onTest }: Props & { device: ThisDevice }): ReactNode {
  switch (device.is) {
    case 'on':
      return <On contact={device.contact} onTest={onTest} />;
    case 'off':
      return <Off device={device} onTest={onTest} />;
    case 'unset':
      return <p>{device.why}.</p>;
    case 'insecure':
      return <WaysToHttps />;
    case 'blocked':
      return <Why permission="denied" />;
    case 'install':
      return (
        <p>
          On iPhone and iPad, only apps on the home screen get notifications. In the browser, tap
          Share, then Add to Home Screen, and open the inbox from there.
        </p>
      );
    default:
      return (
        <p>
          This browser does not support push notifications.{' '}
          <a href={reachDocsUrl}>Other ways to be notified</a>
        </p>
      );
  }
}

function On({ contact, onTest }: Props & { contact: Contact }) {
  const turningOff = useTurnOff();
  return (
    <div className="stack">
      <p>
        <span className="is-good">On.</span> This device gets notifications while the inbox is
        closed.
      </p>
      <Refusal>{turningOff.refusal}</Refusal>
      <div className="buttons buttons-start">
        <Button variant="default" onClick={() => onTest(contact)}>
          Send a test
        </Button>
        <Button
          variant="default"
          loading={turningOff.isPending}
          onClick={() => turningOff.send(contact)}
        >
          Turn off
        </Button>
      </div>
    </div>
  );
}

type OffProps = Props & { device: Extract<ThisDevice, { is: 'off' }> };

function Off({ device, onTest }: OffProps) {
  const turningOn = useTurnOn();
  return (
    <div className="stack">
      <p>
        {device.ended === null
          ? 'Get notifications on this device while the inbox is closed, and answer from them.'
          : `This device no longer gets notifications. ${device.ended.disabledReason}.`}
      </p>
      <Refusal>{turningOn.refusal ?? Object.values(turningOn.errors)[0] ?? null}</Refusal>
      <div className="buttons buttons-start">
        <Button loading={turningOn.isPending} onClick={() => turningOn.send(device, onTest)}>
          Turn on notifications
        </Button>
      </div>
    </div>
  );
}
