import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Issue } from '../../../core/errors.ts';
import type { Ladder } from '../../../core/notify/schema.ts';
import { readNumber } from '../../../core/numbers.ts';
import { useLadder, useSetLadder } from '../../data/ladders.ts';
import { Block, Unread } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';
import { type Faults, type Step, StepsField } from './steps-field.tsx';

const ESCALATION = 'escalation';

/** Who is notified of a channel's questions only if nobody has answered. */
export function LadderBlock({ channelId }: { channelId: string }) {
  const { data: ladder, error } = useLadder(channelId);
  const isLoaded = ladder !== undefined;
  useEffect(() => {
    const isMeant = window.location.hash === `#${ESCALATION}`;
    if (isLoaded && isMeant) document.getElementById(ESCALATION)?.scrollIntoView();
  }, [isLoaded]);
  return (
    <Block
      id={ESCALATION}
      title="Escalation"
      about={
        <>
          Each step notifies people only if a question is still pending after its time. Everyone
          else who sees the channel is notified immediately, as they have set it in{' '}
          <Link href="/settings/notifications">Notifications</Link>.
        </>
      }
    >
      {ladder && <LadderForm key={JSON.stringify(ladder)} channelId={channelId} ladder={ladder} />}
      <Unread error={ladder ? null : error} />
    </Block>
  );
}

function LadderForm({ channelId, ladder }: { channelId: string; ladder: Ladder }) {
  const saving = useSetLadder(channelId);
  const [kept] = useState(() => stepsOf(ladder));
  const [steps, setSteps] = useState(kept);
  const [isTried, setIsTried] = useState(false);
  const faults = faultsOf(steps, saving.issues);
  const send = () => {
    setIsTried(true);
    if (steps.some((step) => Object.keys(unfinished(step)).length > 0)) return;
    saving.send({ steps: steps.map(toStep) });
  };
  return (
    <SaveForm
      saving={saving}
      onSend={send}
      action="Save escalation"
      disabled={JSON.stringify(steps) === JSON.stringify(kept)}
    >
      <StepsField
        channelId={channelId}
        steps={steps}
        onChange={setSteps}
        faults={isTried ? faults : new Map()}
      />
    </SaveForm>
  );
}

const stepsOf = ({ steps }: Ladder): Step[] =>
  steps.map(({ afterSeconds, people }, key) => ({
    key,
    people,
    minutes: `${Math.round((afterSeconds / 60) * 100) / 100}`,
  }));

function toStep({ minutes, people }: Step) {
  const read = readNumber(minutes);
  return { people, afterSeconds: 'value' in read ? Math.round(read.value * 60) : 0 };
}

const faultsOf = (steps: Step[], issues: Issue[]) =>
  new Map(steps.map((step, at) => [step.key, { ...refused(issues, at), ...unfinished(step) }]));

const unfinished = ({ minutes, people }: Step): Faults => ({
  ...wrongMinutes(minutes),
  ...(people.length > 0 ? {} : { people: 'Choose at least one person.' }),
});

function wrongMinutes(typed: string): Faults {
  const read = readNumber(typed);
  if ('wrong' in read && typed !== '') return { minutes: `${read.wrong}.` };
  return 'value' in read && read.value > 0 ? {} : { minutes: 'Enter a number above 0.' };
}

/** By the server. */
function refused(issues: Issue[], at: number): Faults {
  const issue = issues.find(({ path }) => path[0] === 'steps' && path[1] === `${at}`);
  if (!issue) return {};
  return issue.path[2] === 'people' ? { people: issue.message } : { minutes: issue.message };
}
