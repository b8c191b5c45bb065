/** Which sheet defines each class of the dashboard, and rules that reach into another sheet. */

/** The sheets' texts, by their paths under `dashboard/`. */
export type Sheets = Record<string, string>;

/** The base of every page: elements without a class, and Mantine's own parts. */
const GLOBAL = ['dashboard/look/base.css', 'dashboard/look/tokens.css'];

/**
 * Returns a line for each class that two sheets define, and for each selector without a class that
 * its own sheet defines. Elements, parts of Mantine and states after the last class belong to it.
 */
export function sheetFaults(sheets: Sheets): string[] {
  const owners = new Map<string, Set<string>>();
  const faults: string[] = [];
  for (const [path, source] of Object.entries(sheets)) {
    for (const selector of selectorsIn(source)) {
      const names = lastNames(selector);
      if (names.length === 0 && !GLOBAL.includes(path)) {
        faults.push(`${path}: \`${selector}\` ends in no class`);
      }
      for (const name of names) owners.set(name, (owners.get(name) ?? new Set()).add(path));
    }
  }
  const shared = [...owners].filter(([, paths]) => paths.size > 1);
  return [
    ...shared.map(([name, paths]) => `${[...paths].join(' and ')} define .${name}`),
    ...faults,
  ];
}

/** The selectors of all rules, those in `@media` and its like included; no steps of keyframes. */
function selectorsIn(source: string): string[] {
  const rules = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@keyframes[^{]*\{(?:[^{}]*\{[^}]*\})*[^{}]*\}/g, '');
  return [...rules.matchAll(/([^{};]+)\{/g)]
    .map(([, head = '']) => head.trim().replace(/\s+/g, ' '))
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^(]*\))/).map((selector) => selector.trim()));
}

/**
 * The classes of the last part of a selector that has any of ours; Mantine's if none has; the name
 * of a highlight, which is as global as a class.
 */
function lastNames(selector: string): string[] {
  const parts = withoutConditions(selector).split(/\s*[\s>~+]\s*(?![^(]*\))/);
  const named = parts.map((part) =>
    [...part.matchAll(/\.([\w-]+)|::highlight\(([\w-]+)\)/g)].map(
      ([, name, highlight]) => name ?? `highlight-${highlight}`,
    ),
  );
  const isOurs = (name: string) => !name.startsWith('mantine-');
  return (
    named.map((names) => names.filter(isOurs)).findLast((names) => names.length > 0) ??
    named.findLast((names) => names.length > 0) ??
    []
  );
}

/** A condition is not what a rule styles. */
function withoutConditions(selector: string): string {
  const inner = selector.replace(/:(?:not|has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '');
  return inner === selector ? selector : withoutConditions(inner);
}
