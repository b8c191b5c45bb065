import { docsUrl } from '../data/base.ts';
import { hasSingleKeys } from '../look/appearance.ts';
import { Key } from '../look/parts.tsx';
import { Dialog } from './dialogs.tsx';
import { isNumber, isSingle } from './names.ts';
import type { Scope } from './scopes.ts';
import { useKeyboard } from './use-keys.tsx';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const signs: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  Enter: '⏎',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
};

/** Returns a key's name as printed on the keyboard, such as ⌘K. */
export const signOf = (name: string) =>
  name
    .replace(/^(\d) (\d)$/, '$1$2')
    .split('+')
    .map((part) => signs[part] ?? part)
    .map((part) => (name.startsWith('mod+') && part.length === 1 ? part.toUpperCase() : part))
    .join(isMac ? '' : ' ');

/** All keys that work on this page. */
export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const keyboard = useKeyboard();
  const scopes = opened ? keyboard.scopes().filter(({ bindings }) => hasAny(bindings)) : [];
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="key-help">
        {scopes.map((scope) => (
          <KeyList key={scope.title} {...scope} />
        ))}
      </div>
      <p className="meta">
        <a href={docsUrl}>Documentation</a>
      </p>
    </Dialog>
  );
}

const hasAny = (bindings: Scope['bindings']) => rowsOf(bindings).length > 0;

const KeyList = ({ title, bindings }: Scope) => (
  <section>
    <h3 className="meta">{title}</h3>
    {Object.keys(bindings).some(isNumber) && hasSingleKeys() && (
      <p className="meta">
        Press two digits within 0.6 seconds. A single digit takes effect after that, or immediately
        with Enter.
      </p>
    )}
    <dl>
      {rowsOf(bindings).map(([does, names]) => (
        <div key={does}>
          <dt>{does}</dt>
          <dd>
            {names.map((name) => (
              <span key={name}>
                {name.split(' ').map((one) => (
                  <Key key={one}>{signOf(one)}</Key>
                ))}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

/** Returns the actions with all of their keys that work. */
function rowsOf(bindings: Scope['bindings']): [does: string, names: string[]][] {
  const names = Object.keys(bindings).filter((name) => hasSingleKeys() || !isSingle(name));
  const rows = Map.groupBy(names, (name) => bindings[name]?.[0] ?? '');
  return [...rows];
}
