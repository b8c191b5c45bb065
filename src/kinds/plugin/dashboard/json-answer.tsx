import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { isJsonObject, type JsonObject, parseJson } from '../../../core/json.ts';
import { isKept } from '../../../core/numbers.ts';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { AnswerForm } from '../../../dashboard/reviews/answer-form.tsx';
import { issuesOf } from '../../../dashboard/reviews/check.ts';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';

const EMPTY = '{\n  \n}';

/** Takes any object, written as JSON and checked as the person types. */
export function JsonAnswer(props: AnswerProps) {
  const { message, sending, active } = props;
  const [text, setText] = useDraft(message.id, EMPTY);
  const [hasTried, setHasTried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const read = readJson(text);
  const wrong =
    'wrong' in read
      ? [read.wrong]
      : [...issuesOf(message.review, read.value), ...sending.issues].map(
          ({ path, message: said }) => (path.length > 0 ? `${path.join('.')}: ${said}` : said),
        );

  const send = () => {
    setHasTried(true);
    if ('value' in read && issuesOf(message.review, read.value).length === 0) {
      sending.send(read.value);
    } else field.current?.focus();
  };
  useKeys('Answer', { ...(active && { Enter: ['Write', () => field.current?.focus()] }) });
  const isUntouched = text.replace(/\s/g, '') === '{}' && !hasTried;

  return (
    <AnswerForm answer={props} onSend={send} isEdited={text !== EMPTY}>
      <Textarea
        ref={field}
        className="review-json"
        autosize
        minRows={5}
        maxRows={24}
        spellCheck={false}
        label="Your answer as JSON"
        description="A JSON object with everything the agent needs to know"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        error={wrong.length > 0 && !isUntouched && <Wrong lines={wrong} />}
      />
      {'value' in read && (
        <Button
          className="review-switch"
          variant="subtle"
          size="compact-xs"
          onClick={() => setText(JSON.stringify(read.value, null, 2))}
        >
          Format
        </Button>
      )}
    </AnswerForm>
  );
}

const Wrong = ({ lines }: { lines: string[] }) =>
  lines.map((line) => (
    <span key={line} className="review-wrong-line">
      {line}
    </span>
  ));

const LOSES =
  'This browser cannot keep all digits of a number: write it as a text, or update the browser';

/** In a browser that can't write a long number as it was read. */
const losesDigits = (text: string): boolean =>
  JSON.rawJSON === undefined &&
  (text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? []).some(
    (number) => !isKept(number),
  );

function readJson(text: string): { value: JsonObject } | { wrong: string } {
  try {
    const value = parseJson(text);
    if (losesDigits(text)) return { wrong: LOSES };
    return isJsonObject(value) ? { value } : { wrong: 'Expected a JSON object: { … }' };
  } catch (error) {
    return { wrong: `Invalid JSON: ${error instanceof Error ? error.message : error}` };
  }
}
