import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { QuietHours } from '../../../core/notify/schema.ts';
import { Cross, Plus } from '../../look/icons.tsx';
import { days } from './days.ts';

export type QuietRule = QuietHours & { key: number };
type Props = {
  rules: QuietRule[];
  onChange: (rules: QuietRule[]) => void;
  /** The faults that keep them from being saved, by their keys. */
  faults: Map<number, string>;
};

const night = { days: days.map(({ day }) => day), from: '22:00', to: '07:00' };

/** When notices are held: on some days, from one time to another. */
export function QuietField({ rules, onChange, faults }: Props) {
  const change = (key: number, part: Partial<QuietHours>) =>
    onChange(rules.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => onChange([...rules, { ...night, key: keyAfter(rules) }]);
  return (
    <div className="quiet">
      {rules.map((rule, at) => (
        <Rule
          key={rule.key}
          name={`Quiet hours ${at + 1}`}
          rule={rule}
          fault={faults.get(rule.key)}
          onChange={(part) => change(rule.key, part)}
          onRemove={() => onChange(rules.filter(({ key }) => key !== rule.key))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<Plus size={14} />}
        onClick={add}
        className="quiet-add"
      >
        Add quiet hours
      </Button>
    </div>
  );
}

const keyAfter = (rules: QuietRule[]) => Math.max(0, ...rules.map(({ key }) => key)) + 1;

type RuleProps = {
  name: string;
  rule: QuietRule;
  fault: string | undefined;
  onChange: (part: Partial<QuietHours>) => void;
  onRemove: () => void;
};

const Rule = ({ name, rule, fault, onChange, onRemove }: RuleProps) => (
  <fieldset className="quiet-rule">
    <legend className="unseen">{name}</legend>
    <Days chosen={rule.days} onChange={(chosen) => onChange({ days: chosen })} />
    <div className="quiet-times">
      <Time label="From" value={rule.from} onChange={(from) => onChange({ from })} />
      <span className="soft">to</span>
      <Time label="To" value={rule.to} onChange={(to) => onChange({ to })} />
    </div>
    <ActionIcon variant="default" size={36} onClick={onRemove} aria-label={`Remove ${name}`}>
      <Cross size={16} />
    </ActionIcon>
    {fault !== undefined && (
      <p className="meta is-bad quiet-fault" role="alert">
        {fault}
      </p>
    )}
  </fieldset>
);

type DaysProps = { chosen: number[]; onChange: (chosen: number[]) => void };

const Days = ({ chosen, onChange }: DaysProps) => (
  <div className="quiet-days">
    {days.map(({ day, short, long }) => (
      <label key={day} className="quiet-day" title={long}>
        <input
          type="checkbox"
          aria-label={long}
          checked={chosen.includes(day)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, day] : chosen.filter((one) => one !== day))
          }
        />
        <span aria-hidden="true">{short}</span>
      </label>
    ))}
  </div>
);

type TimeProps = { label: string; value: string; onChange: (value: string) => void };

const Time = ({ label, value, onChange }: TimeProps) => (
  <TextInput
    type="time"
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    required
  />
);
