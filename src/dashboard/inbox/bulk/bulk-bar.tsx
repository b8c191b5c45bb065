/** Answers all marked questions together: their number, and the choices that they share. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Message } from '../../../core/messages/schema.ts';
import { useWholes } from '../../data/messages.ts';
import { useKeys } from '../../keys/use-keys.tsx';
import { Cross } from '../../look/icons.tsx';
import { Key } from '../../look/parts.tsx';
import type { Asked } from '../../reviews/asked.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type Choice, commonChoices } from './choices.ts';
import { type Marks, MOST_MARKED } from './use-marks.ts';

type Props = {
  marks: Marks;
  /** They were answered. */
  onAnswered: (ids: string[]) => void;
};
/** The questions to confirm: these questions as they were marked, whatever events arrive. */
type Chosen = { choice: Choice; questions: Asked[] };

export default function BulkBar({ marks, onAnswered }: Props) {
  const { marked, markAll, clear } = marks;
  const whole = useWholes(marked);
  const questions = whole?.filter(isAsked) ?? [];
  const choices = commonChoices(questions);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const choose = (choice: Choice) => {
    setChosen({ choice, questions });
    return () => setChosen(null);
  };
  useKeys('Selected questions', {
    ...Object.fromEntries(
      choices.slice(0, 9).map((one, at) => [`${at + 1}`, [`${one.label}…`, () => choose(one)]]),
    ),
    Escape: ['Clear selection', clear],
  });
  return (
    <section className="bulk" aria-label="Selected questions">
      <p className="bulk-head">
        <strong role="status">{marked.length} selected</strong>
        <Button variant="subtle" size="compact-sm" onClick={markAll}>
          Select all
        </Button>
        <button
          type="button"
          className="chip chip-clear"
          aria-label="Clear selection"
          onClick={clear}
        >
          <Cross size={14} />
        </button>
      </p>
      {marked.length === MOST_MARKED && <p className="meta">At most {MOST_MARKED} at a time</p>}
      {marked.length > 0 && whole && choices.length === 0 && (
        <p className="meta">The selected questions have no choice in common</p>
      )}
      <div className="bulk-choices">
        {choices.map((one, at) => (
          <Button key={one.key} variant="default" size="xs" onClick={() => choose(one)}>
            <bdi className="cut">{one.label}…</bdi>
            {at < 9 && <Key>{at + 1}</Key>}
          </Button>
        ))}
      </div>
      <BulkDialog
        chosen={chosen}
        onClose={() => setChosen(null)}
        onAnswered={(ids) => {
          setChosen(null);
          clear();
          onAnswered(ids);
        }}
      />
    </section>
  );
}

const isAsked = (message: Message): message is Asked => message.review !== null;
