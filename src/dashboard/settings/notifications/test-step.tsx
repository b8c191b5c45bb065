import type { ReactNode } from 'react';
import { Check, Cross, Wait, Warning } from '../../look/icons.tsx';

export type Progress = 'later' | 'current' | 'done' | 'unsure' | 'failed';

const signs = { later: Wait, current: Wait, done: Check, unsure: Warning, failed: Cross };
const words: Record<Progress, string> = {
  later: 'later',
  current: 'in progress',
  done: 'done',
  unsure: 'unclear',
  failed: 'failed',
};

type Props = { progress: Progress; detail?: ReactNode; children: ReactNode };

/** A step of a test: a sign, a colour and a word for those who don't see them. */
export function TestStep({ progress, detail, children }: Props) {
  const Icon = signs[progress];
  return (
    <li className="test-step" data-progress={progress}>
      <Icon size={18} />
      <div>
        <p>
          {children}
          <span className="unseen">: {words[progress]}</span>
        </p>
        {detail && <p className="meta">{detail}</p>}
      </div>
    </li>
  );
}
