/** The subject of a question, value by value, before the agent's words about it: every letter is shown. */
import { memo, useState } from 'react';
import { fewHidden } from '../../core/letters.ts';
import { drawableParts } from '../../core/messages/markdown.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { SubjectPart } from '../../core/reviews/kinds/kind-words.ts';
import { CLAIMED, textIn } from '../../core/reviews/kinds/labels.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import { Markdown } from '../message/markdown.tsx';

/** Only for kinds that have one. The message's text follows, if it `hasText`. */
export function Subject({ message: { review }, hasText }: { message: Message; hasText: boolean }) {
  const { subject, claims } = wordsOf(review?.type ?? '');
  if (!review || !subject) return null;
  const { payload } = review;
  const said = [
    ...(claims?.(payload) ?? []),
    textIn(payload, 'description'),
    textIn(payload, 'prompt'),
  ].filter((text) => text !== undefined);
  return (
    <>
      <SubjectParts parts={subject(payload)} />
      {(said.length > 0 || hasText) && <p className="meta subject-claims">{CLAIMED}:</p>}
      {said.map((text) => (
        <Markdown key={text} text={text} />
      ))}
    </>
  );
}

export const SubjectParts = memo(({ parts }: { parts: SubjectPart[] }) => (
  <dl className="subject">
    {parts.map((part) => (
      <div key={part.name} className="subject-part" data-is={part.is}>
        <dt>
          <bdi>{part.name}</bdi>
        </dt>
        <dd>
          <Part {...part} />
        </dd>
      </div>
    ))}
  </dl>
));
SubjectParts.displayName = 'SubjectParts';

function Part({ is, text }: SubjectPart) {
  if (is === 'diff') return <Change text={text} />;
  if (is === 'markdown') return <WithSource text={text} />;
  if (is === 'value' && text.length <= SHORT) return <bdi className="subject-value">{text}</bdi>;
  return <AsItIs text={text} />;
}

const SHORT = 300;

const AsItIs = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by the keys
  <pre className="subject-text" dir="ltr" tabIndex={0}>
    <code>{inParts(text)}</code>
  </pre>
);

const inParts = (text: string) =>
  drawableParts(fewHidden(text)).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name
    <span key={at}>{part}</span>
  ));

/** More would be too many elements. */
const MOST_RUNS = 2000;
const kinds: Record<string, string> = { '+': 'added', '-': 'removed' };

/** Lines that were added or removed, and those around them. */
function Change({ text }: { text: string }) {
  const runs = runsOf(text);
  if (runs.length > MOST_RUNS) return <AsItIs text={text} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by the keys
    <pre className="subject-text" dir="ltr" tabIndex={0}>
      {runs.map(({ sign, lines }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run has no other name
        <code key={at} className="subject-run" data-kind={kinds[sign]}>
          {inParts(lines.join('\n'))}
          {'\n'}
        </code>
      ))}
    </pre>
  );
}

/** Neighbouring lines of one kind are drawn together. */
function runsOf(text: string) {
  const runs: { sign: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const sign = line.charAt(0);
    const last = runs.at(-1);
    if (last?.sign === sign) last.lines.push(line);
    else runs.push({ sign, lines: [line] });
  }
  return runs;
}

function WithSource({ text }: { text: string }) {
  const [isSource, setIsSource] = useState(false);
  return (
    <>
      <button
        type="button"
        className="subject-source"
        aria-pressed={isSource}
        onClick={() => setIsSource(!isSource)}
      >
        Source
      </button>
      {isSource ? <AsItIs text={text} /> : <Markdown text={text} />}
    </>
  );
}
