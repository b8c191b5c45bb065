import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Issue } from '../../../core/errors.ts';
import type { Attention } from '../../../core/notify/schema.ts';
import { useAttention, useSetAttention } from '../../data/contacts.ts';
import { Block, Unread } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';
import { ownTimeZone, timeZonesWith } from './days.ts';
import { DigestField } from './digest-field.tsx';
import { QuietField, type QuietRule } from './quiet-field.tsx';

/** Quiet hours, reminders, the daily digest and their time zone. */
export function AttentionBlock() {
  const { data: attention, error } = useAttention();
  return (
    <Block
      title="Quiet hours, reminders and digest"
      about="Quiet hours hold notifications until they end, or until 10 minutes before a question expires. Critical questions always notify you."
    >
      {attention && <AttentionForm key={JSON.stringify(attention)} attention={attention} />}
      <Unread error={attention ? null : error} />
    </Block>
  );
}

type Values = Omit<Attention, 'quiet'> & { quiet: QuietRule[] };

function AttentionForm({ attention }: { attention: Attention }) {
  const saving = useSetAttention();
  const [kept] = useState(() => valuesOf(attention));
  const [values, setValues] = useState(kept);
  const set = (part: Partial<Values>) => setValues({ ...values, ...part });
  const { quiet, timeZone, highBreaksThrough, reminders, digest } = values;
  const isChanged = JSON.stringify(values) !== JSON.stringify(kept);
  const send = () => saving.send({ ...values, quiet: quiet.map(({ key: _, ...rule }) => rule) });
  return (
    <SaveForm
      saving={saving}
      onSend={send}
      action="Save"
      disabled={!isChanged || quiet.some((rule) => rule.days.length === 0)}
    >
      <QuietField
        rules={quiet}
        onChange={(rules) => set({ quiet: rules })}
        faults={faultsOf(quiet, saving.issues)}
      />
      {quiet.length > 0 && (
        <Checkbox
          label="Notify me of high-urgency questions during quiet hours"
          checked={highBreaksThrough}
          onChange={({ currentTarget }) => set({ highBreaksThrough: currentTarget.checked })}
        />
      )}
      <Checkbox
        label="Remind me of pending questions"
        description="After 10 minutes, after an hour, and shortly before the question expires."
        checked={reminders}
        onChange={({ currentTarget }) => set({ reminders: currentTarget.checked })}
      />
      <DigestField
        time={digest}
        onChange={(time) => set({ digest: time })}
        error={saving.errors.digest}
      />
      {(quiet.length > 0 || digest !== false) && (
        <NativeSelect
          label="Time zone"
          data={timeZonesWith(timeZone)}
          value={timeZone}
          onChange={({ currentTarget }) => set({ timeZone: currentTarget.value })}
          error={saving.errors.timeZone}
        />
      )}
    </SaveForm>
  );
}

/** The first times are in the time zone of the browser. */
const valuesOf = ({ quiet, timeZone, ...rest }: Attention): Values => ({
  ...rest,
  timeZone: quiet.length === 0 && rest.digest === false ? ownTimeZone() : timeZone,
  quiet: quiet.map((rule, key) => ({ ...rule, key })),
});

function faultsOf(rules: QuietRule[], issues: Issue[]): Map<number, string> {
  const faults = new Map<number, string>();
  for (const [at, { key, days }] of rules.entries()) {
    const issue = issues.find(({ path }) => path[0] === 'quiet' && path[1] === `${at}`);
    if (days.length === 0) faults.set(key, 'Choose at least one day.');
    else if (issue) faults.set(key, issue.message);
  }
  return faults;
}
