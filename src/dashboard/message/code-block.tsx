import { useClipboard } from '@mantine/hooks';
import { isValidElement, type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { Check, Copy } from '../look/icons.tsx';
import type { highlight, Piece } from './highlight.ts';
import { Scroller } from './scroller.tsx';

type Props = { children: ReactNode; language?: string };

/** Code unchanged: long lines wrap until the reader turns that off. */
export function CodeBlock({ children, language = languageOf(children) }: Props) {
  const code = useRef<HTMLPreElement>(null);
  const [wraps, setWraps] = useState(true);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const label = copied ? 'Copied' : 'Copy code';
  return (
    <div className="code-block" data-wraps={wraps || undefined}>
      <div className="code-head">
        <span className="cut">{language}</span>
        <button type="button" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
          Wrap
        </button>
        <button
          type="button"
          aria-label={label}
          title={label}
          onClick={() => copy(code.current?.textContent ?? '')}
        >
          {copied ? <Check size={14} /> : <Copy size={14} />}
        </button>
      </div>
      <Scroller name="Code">
        <pre ref={code}>
          <Lines language={language}>{children}</Lines>
        </pre>
      </Scroller>
    </div>
  );
}

type Code = { className?: string; children?: ReactNode };
const codeIn = (children: ReactNode) => isValidElement<Code>(children) && children.props;

function languageOf(children: ReactNode): string {
  const { className = '' } = codeIn(children) || {};
  return /language-(\S+)/.exec(className)?.[1] ?? '';
}

/** More would be too many elements. */
const MOST_LINES = 300;

/** Each line by itself, so that its wrapped part is indented. */
function Lines({ children, language }: Required<Props>) {
  const paint = usePaint(language);
  const { children: text } = codeIn(children) || { children };
  if (typeof text !== 'string') return children;
  const code = text.replace(/\n$/, '');
  const lines = code.split('\n');
  if (lines.length > MOST_LINES) return children;
  const painted = paint?.(code, language);
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
    <code key={at} className="code-line">
      {painted?.[at]?.map(inked) ?? line}
      {'\n'}
    </code>
  ));
}

const inked = ([ink, text]: Piece, at: number) =>
  ink === null ? (
    text
  ) : (
    <span key={at} className="ink" data-ink={ink}>
      {text}
    </span>
  );

type Paint = typeof highlight;
let loaded: Paint | undefined;

/** The highlighter of a language, loaded with the first block that names one. */
function usePaint(language: string): Paint | undefined {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    if (loaded || language === '') return;
    import('./highlight.ts').then(
      (file) => {
        loaded = file.highlight;
        look();
      },
      // Without it the code is plain.
      () => {},
    );
  }, [language]);
  return loaded;
}
