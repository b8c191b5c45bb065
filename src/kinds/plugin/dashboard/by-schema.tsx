import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { Fields } from '../../form/dashboard/answer.tsx';
import { formOf } from '../schema-form.ts';
import { answerSchemaIn } from '../words.ts';
import { JsonAnswer } from './json-answer.tsx';
import { usePatterns } from './patterns.ts';

/** Takes an answer by a schema: in fields if it is simple enough; otherwise, or on request, in JSON. */
export default function Freeform(props: AnswerProps) {
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
