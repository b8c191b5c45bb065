/** Which key does what just now. The page on top comes first. */
export type Binding = [does: string, act: () => void];
/** By key: `j`, `Shift+n`, `?`, `Enter`, `mod+Enter` (Ctrl or ⌘), or two after each other: `g w`. */
export type Bindings = Record<string, Binding>;
export type Scope = { title: string; bindings: Bindings };
export type Keyboard = ReturnType<typeof createKeyboard>;
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  shiftKey?: boolean;
};

/** A second key counts for so long after the first. */
const SEQUENCE_MS = 1200;

export function createKeyboard(now: () => number = Date.now) {
  const scopes: { current: Scope }[] = [];
  let first: { key: string; at: number } | null = null;

  const find = (name: string): Binding | undefined =>
    scopes.findLast(({ current }) => Object.hasOwn(current.bindings, name))?.current.bindings[name];
  const begins = (name: string) =>
    scopes.some(({ current }) =>
      Object.keys(current.bindings).some((other) => other.startsWith(`${name} `)),
    );

  return {
    /** The scopes as they are now, the page on top first. */
    scopes: () => scopes.map(({ current }) => current).toReversed(),
    add(scope: { current: Scope }) {
      scopes.push(scope);
      return () => void scopes.splice(scopes.indexOf(scope), 1);
    },
    /** Acts on a key; false where it means nothing. In a field only those with `mod+` and Escape do. */
    press(event: Press, inField: boolean): boolean {
      const name = nameOf(event);
      if (inField && !name.startsWith('mod+') && name !== 'Escape') return false;
      const led =
        first && now() - first.at < SEQUENCE_MS ? find(`${first.key} ${name}`) : undefined;
      first = null;
      const binding = led ?? find(name);
      if (binding) {
        binding[1]();
        return true;
      }
      if (!begins(name)) return false;
      first = { key: name, at: now() };
      return true;
    },
  };
}

const nameOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Press) =>
  `${ctrlKey || metaKey ? 'mod+' : shiftKey && LETTER.test(key) ? 'Shift+' : ''}${altKey ? 'alt+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;

/** With Shift it is another key; a sign has Shift in it already. */
const LETTER = /^\p{L}$/u;
