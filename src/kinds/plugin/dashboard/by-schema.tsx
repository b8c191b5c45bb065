import { Button, Textarea } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isJsonObject, type JsonObject, parseJson } from '../../../core/json.ts';
import { loadPatterns } from '../../../core/json-schema/patterns.ts';
import { asksPattern, leftToAgent } from '../../../core/json-schema.ts';
import { isKept } from '../../../core/numbers.ts';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { AnswerForm } from '../../../dashboard/reviews/answer-form.tsx';
import { issuesOf } from '../../../dashboard/reviews/check.ts';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { Fields } from '../../form/dashboard/answer.tsx';
import { formOf } from '../schema-form.ts';
import { answerSchemaIn } from '../words.ts';

/** Takes an answer by a schema: in fields if it is simple enough; otherwise, or on request, in JSON. */
export default function BySchema(props: AnswerProps) {
  const schema = answerSchemaIn(props.message.review.payload);
  const left = usePatterns(schema);
  return (
    <>
      {left !== undefined && <p className="meta">{left}</p>}
      <FieldsOrJson {...props} />
    </>
  );
}

function FieldsOrJson(props: AnswerProps) {
  const form = formOf(answerSchemaIn(props.message.review.payload));
  // JSON is kept as text; fields are kept as an object.
  const [kept, setKept] = useDraft<unknown>(props.message.id, null);
  const [asJson, setAsJson] = useState(form === null || typeof kept === 'string');
  if (asJson || !form) return <JsonAnswer {...props} />;
  const toJsonButton = (response: unknown) => (
    <Button
      className="review-switch"
      variant="subtle"
      size="compact-xs"
      onClick={() => {
        setKept(JSON.stringify(response, null, 2));
        setAsJson(true);
      }}
    >
      Write JSON instead
    </Button>
  );
  return <Fields {...props} {...form} aside={toJsonButton} />;
}

const EMPTY = '{\n  \n}';

/** Takes any object, written as JSON and checked as the person types. */
function JsonAnswer(props: AnswerProps) {
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

/**
 * Loads the code that checks patterns once a schema has one, and returns which part of an answer
 * only the agent can check. Until it is loaded, or if it can't be, the server alone checks
 * patterns.
 */
function usePatterns(schema: unknown): string | undefined {
  const [hasLoaded, setHasLoaded] = useState(false);
  const asks = useMemo(() => asksPattern(schema), [schema]);
  useEffect(() => {
    if (!asks) return;
    loadPatterns().then(
      () => setHasLoaded(true),
      () => {},
    );
  }, [asks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be checked depends on it
  return useMemo(() => leftToAgent(schema), [schema, hasLoaded]);
}
