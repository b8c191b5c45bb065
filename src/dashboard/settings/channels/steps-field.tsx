import { ActionIcon, Button, TextInput } from '@mantine/core';
import { shownPeople } from '../../../core/access/people.ts';
import type { User } from '../../../core/access/schema.ts';
import { usePeople } from '../../data/access.ts';
import { Cross, Plus } from '../../look/icons.tsx';
import { Several } from '../../look/several.tsx';

/** `minutes` as they are typed. */
export type Step = { key: number; minutes: string; people: string[] };
/** The faults that keep a step from being saved, by its fields. */
export type Faults = { minutes?: string; people?: string };
type Props = {
  channelId: string;
  steps: Step[];
  onChange: (steps: Step[]) => void;
  /** By the steps' keys. */
  faults: Map<number, Faults>;
};

const MOST = 10;

/** The steps of an escalation: who is notified, and after how many minutes. */
export function StepsField({ channelId, steps, onChange, faults }: Props) {
  const { data: people = [] } = usePeople();
  const change = (key: number, part: Partial<Step>) =>
    onChange(steps.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = Math.max(0, ...steps.map((one) => one.key)) + 1;
    onChange([...steps, { key, minutes: `${10 * (steps.length + 1)}`, people: [] }]);
  };
  return (
    <div className="ladder-steps">
      {steps.map((step, at) => (
        <StepRow
          key={step.key}
          name={`step ${at + 1}`}
          step={step}
          choices={choicesOf(people, channelId, step.people)}
          faults={faults.get(step.key) ?? {}}
          onChange={(part) => change(step.key, part)}
          onRemove={() => onChange(steps.filter(({ key }) => key !== step.key))}
        />
      ))}
      {steps.length < MOST && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} />}
          onClick={add}
          className="ladder-step-add"
        >
          Add step
        </Button>
      )}
    </div>
  );
}

type Choice = { value: string; label: string };

/** People who see the channel, and people who were chosen while they did. */
function choicesOf(people: User[], channelId: string, chosen: string[]): Choice[] {
  const sees = ({ role, channels, disabled }: User) =>
    !disabled && (role === 'owner' || channels === 'all' || channels.includes(channelId));
  const names = shownPeople(people);
  const labelOf = (one: User) => `${names.get(one.id)}${sees(one) ? '' : ' (no access)'}`;
  const gone = chosen.filter((id) => !people.some((one) => one.id === id));
  return [
    ...people
      .filter((one) => sees(one) || chosen.includes(one.id))
      .map((one) => ({ value: one.id, label: labelOf(one) })),
    ...gone.map((id) => ({ value: id, label: 'Removed user' })),
  ];
}

type RowProps = {
  name: string;
  step: Step;
  choices: Choice[];
  faults: Faults;
  onChange: (part: Partial<Step>) => void;
  onRemove: () => void;
};

const StepRow = ({ name, step, choices, faults, onChange, onRemove }: RowProps) => (
  <fieldset className="ladder-step">
    <legend className="unseen">{name}</legend>
    <TextInput
      label="Minutes to wait"
      inputMode="decimal"
      autoComplete="off"
      value={step.minutes}
      onChange={({ currentTarget }) => onChange({ minutes: currentTarget.value })}
      error={faults.minutes}
    />
    <Several
      label="Notify"
      placeholder={step.people.length > 0 ? '' : 'Choose people'}
      data={choices}
      value={step.people}
      onChange={(people) => onChange({ people })}
      error={faults.people}
      nothingFoundMessage="No matching people"
      clearButtonProps={{ 'aria-label': `Clear the people of ${name}` }}
    />
    <ActionIcon variant="default" size={36} onClick={onRemove} aria-label={`Remove ${name}`}>
      <Cross size={16} />
    </ActionIcon>
  </fieldset>
);
