import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FreeformPayload } from '../../../core/reviews/kinds/freeform/schema.ts';
import { formOf } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import { useDraft } from '../drafts.ts';
import { Fields } from '../form/answer.tsx';
import type { AnswerProps } from '../kind.ts';
import { JsonAnswer } from '../plugin/json-answer.tsx';
import { usePatterns } from './patterns.ts';

/** Fields if the schema is simple enough; otherwise, or on request, JSON. */
export default function Freeform(props: AnswerProps) {
  const { schema } = props.message.review.payload as FreeformPayload;
  const left = usePatterns(schema);
  return (
    <>
      {left !== undefined && <p className="meta">{left}</p>}
      <FieldsOrJson {...props} />
    </>
  );
}

function FieldsOrJson(props: AnswerProps) {
  const { schema } = props.message.review.payload as FreeformPayload;
  const form = formOf(schema);
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
