import { CodeBlock } from '../message/code-block.tsx';

type Props = { name: string; value: unknown; title?: string | undefined };

/** A name and its value, in a list of `review-facts`. */
export const Fact = ({ name, value, title }: Props) => (
  <div>
    <dt title={title}>{name}</dt>
    <dd>
      {typeof value === 'object' && value !== null ? (
        <CodeBlock language="json">{JSON.stringify(value, null, 2)}</CodeBlock>
      ) : (
        String(value)
      )}
    </dd>
  </div>
);
