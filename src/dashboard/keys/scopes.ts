/** The keys of each page, dialog and card, as long as it is there. */

/** Undoes what a key did, when it turns out to be the first letter of a typed word. */
export type TakeBack = () => void;
/**
 * `act` receives the key that was pressed. A key with `once`, such as one that answers a question, names its
 * choice: it counts once until it is released, and not if another is pressed a moment before or after.
 */
export type Binding = [
  does: string,
  act: ((by: string) => void) | ((by: string) => TakeBack | undefined),
  once?: string,
];
/** By key: `j`, `Shift+n`, `?`, `Enter`, `mod+Enter` (Ctrl or ⌘), or a sequence: `g w`, `1 2`. */
export type Bindings = Record<string, Binding>;
export type Scope = { title: string; bindings: Bindings };
/** Finds a binding, while it exists. */
export type Find = () => Binding | undefined;

export function createScopes() {
  const scopes: { current: Scope }[] = [];

  const bindingIn = ({ current }: { current: Scope }, name: string) =>
    Object.hasOwn(current.bindings, name) ? current.bindings[name] : undefined;
  /** The bindings whose first key is `name`. */
  const ledBy = (name: string) =>
    scopes.flatMap(({ current: { bindings } }) =>
      Object.entries(bindings).flatMap(([other, binding]) =>
        other.startsWith(`${name} `) ? [binding] : [],
      ),
    );

  return {
    /** As they are now, the page on top first. */
    list: () => scopes.map(({ current }) => current).toReversed(),
    add(scope: { current: Scope }) {
      scopes.push(scope);
      return () => void scopes.splice(scopes.indexOf(scope), 1);
    },
    find(name: string): Find {
      const scope = scopes.findLast((one) => bindingIn(one, name) !== undefined);
      return () => (scope && scopes.includes(scope) ? bindingIn(scope, name) : undefined);
    },
    begins: (name: string) => ledBy(name).length > 0,
    /** Whether a digit is the first of the number of a choice. */
    leadsTo: (choice: string, name: string) => ledBy(name).some(([, , once]) => once === choice),
  };
}
