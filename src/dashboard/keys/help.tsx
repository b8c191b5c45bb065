import { Key } from '../look/parts.tsx';
import { Dialog } from './dialogs.tsx';
import type { Scope } from './keyboard.ts';
import { useKeyboard } from './use-keys.tsx';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const signs: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  Enter: '⏎',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
};

/** A key's name as it stands on the keyboard, such as ⌘K. */
export const signOf = (name: string) =>
  name
    .split('+')
    .map((part) => signs[part] ?? part)
    .map((part) => (name.startsWith('mod+') && part.length === 1 ? part.toUpperCase() : part))
    .join(isMac ? '' : ' ');

/** All keys that work on this page. */
export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const keyboard = useKeyboard();
  const scopes = opened ? keyboard.scopes().filter(({ bindings }) => hasAny(bindings)) : [];
  return (
    <Dialog opened={opened} onClose={onClose} title="Keys" size="lg">
      <div className="key-help">
        {scopes.map((scope) => (
          <KeyList key={scope.title} {...scope} />
        ))}
      </div>
    </Dialog>
  );
}

const hasAny = (bindings: Scope['bindings']) => Object.keys(bindings).length > 0;

const KeyList = ({ title, bindings }: Scope) => (
  <section>
    <h3 className="meta">{title}</h3>
    <dl>
      {Object.entries(bindings).map(([name, [does]]) => (
        <div key={name}>
          <dt>{does}</dt>
          <dd>
            {name.split(' ').map((one) => (
              <Key key={one}>{signOf(one)}</Key>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
