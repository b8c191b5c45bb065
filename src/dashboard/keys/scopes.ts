/** The keys of each page, dialog and card, as long as it is there. */

/** Undoes what a key did, when it turns out to be the first letter of a typed word. */
export type TakeBack = () => void;
/** Receives the key that was pressed. */
type Act = ((by: string) => void) | ((by: string) => TakeBack | undefined);
/**
 * The action of a key, and its words. A key with a `choice`, such as one that answers a question, counts once until it
 * is released, and not if another is pressed a moment before or after.
 */
export type Binding = [does: string, act: Act, choice?: string];
export type Bound = { does: string; act: Act; choice: string | undefined };
/** By key: `j`, `Shift+n`, `?`, `Enter`, `mod+Enter` (Ctrl or ⌘), or a sequence: `g w`, `1 2`. */
export type Bindings = Record<string, Binding>;
export type Scope = { title: string; bindings: Bindings };
/** Finds a binding, while it exists. */
export type Find = () => Bound | undefined;

export const bound = (binding: Binding | undefined): Bound | undefined =>
  binding && { does: binding[0], act: binding[1], choice: binding[2] };

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
      return () => (scope && scopes.includes(scope) ? bound(bindingIn(scope, name)) : undefined);
    },
    begins: (name: string) => ledBy(name).length > 0,
    /** Whether a digit is the first of the number of a choice. */
    leadsTo: (choice: string, name: string) => ledBy(name).some(([, , own]) => own === choice),
  };
}
