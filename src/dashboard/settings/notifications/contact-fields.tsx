import { Checkbox, NativeSelect } from '@mantine/core';
import type { Urgency } from '../../../core/notify/names.ts';
import type { Contact, Shows } from '../../../core/notify/schema.ts';
import { type ContactKind, wayOf } from '../../../ways/ways.ts';
import { delayChoices, showsChoices, urgencyChoices } from './choices.ts';

/** How a contact is used. */
export type Use = Pick<Contact, 'from' | 'shows' | 'answers' | 'delaySeconds'>;

export const usualUse: Use = { from: 'low', shows: 'all', answers: true, delaySeconds: null };

export const useOf = ({ from, shows, answers, delaySeconds }: Contact): Use => ({
  from,
  shows,
  answers,
  delaySeconds,
});

type Props = {
  kind: ContactKind;
  value: Use;
  onChange: (part: Partial<Use>) => void;
  errors: Record<string, string>;
};

/** From which urgency, how much is shown, after which delay, and whether answers are allowed. */
export const ContactFields = ({ kind, value, onChange, errors }: Props) => (
  <>
    <div className="pair">
      <NativeSelect
        label="Notify of"
        data={urgencyChoices}
        value={value.from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value as Urgency })}
        error={errors.from}
      />
      <NativeSelect
        label="Show"
        data={showsChoices}
        value={value.shows}
        onChange={({ currentTarget }) => onChange({ shows: currentTarget.value as Shows })}
        error={errors.shows}
      />
      <NativeSelect
        label="Delay"
        data={delayChoices(value.delaySeconds)}
        value={`${value.delaySeconds ?? ''}`}
        onChange={({ currentTarget }) => onChange({ delaySeconds: secondsOf(currentTarget.value) })}
        error={errors.delaySeconds}
      />
    </div>
    {wayOf(kind).answers !== null && (
      <Checkbox
        label="Allow answers from the notification"
        description="If off, a notification only opens the question."
        checked={value.answers}
        onChange={({ currentTarget }) => onChange({ answers: currentTarget.checked })}
      />
    )}
  </>
);

const secondsOf = (chosen: string) => (chosen === '' ? null : Number(chosen));
