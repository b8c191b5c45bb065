import { Button } from '@mantine/core';
import { Copyable } from '../look/parts.tsx';

type Props = {
  secret: string;
  /** The name of the secret, such as `key`. */
  what: string;
  /** A command that uses it, and its effect. */
  command: string;
  does: string;
  onClose: () => void;
};

/** Shows a secret once, with a command that proves that it works. */
export const ShownOnce = ({ secret, what, command, does, onClose }: Props) => (
  <div className="stack">
    <div className="step">
      <Copyable text={secret} what={what} />
      <p className="meta" role="status">
        Copy it now. You won't be able to see it again; only the first characters are stored.
      </p>
    </div>
    <div className="step">
      <h3 className="meta">{does}</h3>
      <Copyable text={command} what="command" isCode />
    </div>
    <div className="buttons">
      <Button onClick={onClose} data-autofocus>
        Done
      </Button>
    </div>
  </div>
);
