import { type ReactNode, useId, useState } from 'react';
import { Chevron } from './icons.tsx';

type Props = {
  className: string;
  /** The cells of the line; `--foldout-columns` on the list's container sets their widths. */
  line: ReactNode;
  children: ReactNode;
};

/** A one-line row in a list (`foldouts`), with details once it is opened. */
export function Foldout({ className, line, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();
  return (
    <li className={`foldout ${className}`} data-open={isOpen || undefined}>
      <button
        type="button"
        className="foldout-line"
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="foldout-chevron">
          <Chevron size={14} />
        </span>
        {line}
      </button>
      <div id={details} className="foldout-details" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  );
}

/** Placeholders of these widths while the list loads. */
export const FoldoutsSkeleton = ({ widths }: { widths: number[] }) => (
  <div aria-hidden="true" className="foldouts">
    {widths.map((width) => (
      <div key={width} className="foldout-line">
        <span className="skeleton" style={{ width }} />
      </div>
    ))}
  </div>
);
