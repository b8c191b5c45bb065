/** Lists the questions to be answered by title, for confirmation. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { titleOf } from '../../../core/messages/title.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { useKeyboard } from '../../keys/use-keys.tsx';
import { useLast } from '../../look/use-last.ts';
import { useAnswers } from '../../outbox/context.ts';
import type { Asked } from '../../reviews/asked.ts';
import { useHasDraft } from '../../reviews/drafts.ts';
import { usePress } from '../../reviews/press.ts';
import type { Choice } from './choices.ts';

type Chosen = { choice: Choice; questions: Asked[] };
type Props = {
  chosen: Chosen | null;
  onClose: () => void;
  onAnswered: (ids: string[]) => void;
};

export function BulkDialog({ chosen, onClose, onAnswered }: Props) {
  const last = useLast(chosen);
  return (
    <Dialog
      opened={chosen !== null}
      onClose={onClose}
      title={last && `${last.choice.label}: ${counted(last.questions.length)}?`}
    >
      {last && <Asking {...last} onClose={onClose} onAnswered={onAnswered} />}
    </Dialog>
  );
}

const counted = (count: number) => (count === 1 ? '1 question' : `${count} questions`);

type AskingProps = Chosen & Omit<Props, 'chosen'>;

function Asking({ choice, questions, onClose, onAnswered }: AskingProps) {
  const [typed, setTyped] = useState('');
  const answers = useAnswers();
  const keyboard = useKeyboard();
  const word = wordFor(choice);
  const isReady = !choice.isDanger || typed.trim().toLowerCase() === word.toLowerCase();
  const send = () => {
    if (!isReady) return;
    keyboard.answered();
    answers.answerAll(questions, choice.response);
    onAnswered(questions.map(({ id }) => id));
  };
  return (
    <form className="stack" onSubmit={(event) => event.preventDefault()}>
      <ul className="bulk-titles">
        {questions.map((one) => (
          <Title key={one.id} question={one} />
        ))}
      </ul>
      {choice.isDanger && (
        <TextInput
          label={`Type “${word}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <div className="buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Send choice={choice} count={questions.length} isReady={isReady} onPress={send} />
      </div>
    </form>
  );
}

/** A label that is quickly typed, or another word. */
const wordFor = ({ label }: Choice) => (label.length <= LONGEST_WORD ? label : 'confirm');
const LONGEST_WORD = 20;

const Title = ({ question }: { question: Asked }) => (
  <li>
    <bdi>{titleOf(question)}</bdi>
    {useHasDraft(question.id) && <span className="meta"> · your draft is discarded</span>}
  </li>
);

type SendProps = { choice: Choice; count: number; isReady: boolean; onPress: () => void };

/** A button that answers: it needs a deliberate press like any other. */
function Send({ choice, count, isReady, onPress }: SendProps) {
  const label = `${choice.label} (${count})`;
  const press = usePress({ answers: `bulk ${choice.key}`, label, onPress });
  return (
    <Button
      className="bulk-send"
      {...press}
      {...(choice.isDanger ? { color: 'red' } : { 'data-autofocus': true })}
      aria-disabled={!isReady || press['aria-disabled']}
    >
      <bdi className="cut">{label}</bdi>
    </Button>
  );
}
