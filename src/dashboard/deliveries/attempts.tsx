import type { Attempt } from '../../core/webhooks/schema.ts';
import { wholeTime } from '../look/clock.ts';

/** Each attempt at a delivery: its time, result, duration and response. */
export const AttemptList = ({ attempts }: { attempts: Attempt[] }) => (
  <ol className="attempts">
    {attempts.map((attempt) => (
      <li key={attempt.at}>
        <p className="attempt-head">
          <span className={attempt.error === null ? 'is-good' : 'is-bad'}>
            {outcomeOf(attempt)}
          </span>
          <span className="meta">
            {attempt.durationMs}ms · {wholeTime(attempt.at)}
          </span>
        </p>
        {attempt.response && (
          <pre className="foldout-code attempt-response">{attempt.response}</pre>
        )}
      </li>
    ))}
  </ol>
);

const outcomeOf = ({ status, error }: Attempt) => error ?? `HTTP ${status}`;
