import type { Outbox, Outgoing } from './outbox.ts';

type Props = { outgoing: Outgoing; outbox: Outbox; onEdit: (back: Outgoing) => void };

/** The state of a message that the server has not stored yet. */
export function Sending({ outgoing, outbox, onEdit }: Props) {
  const { clientId, failure } = outgoing;
  if (failure === null) return <p className="channel-sending">Sending…</p>;
  return (
    <p className="channel-note channel-failed" role="alert">
      Not sent: {failure}.{' '}
      <button type="button" onClick={() => outbox.retry(clientId)}>
        Try again
      </button>
      <button
        type="button"
        onClick={() => {
          outbox.discard(clientId);
          onEdit(outgoing);
        }}
      >
        Edit
      </button>
      <button type="button" onClick={() => outbox.discard(clientId)}>
        Discard
      </button>
    </p>
  );
}
