/** Branches of a `case`, which bash and zsh write the same. */
import type { Node, Value } from './tree.ts';

/** From a path and a word to the path below. */
export const steps = (tree: Node[]) =>
  tree
    .filter(({ path }) => path !== '')
    .map(({ path, names }) => {
      const above = path.slice(0, path.lastIndexOf('/'));
      return `      ${names.map((name) => `${above}/${name}`).join(' | ')}) at='${path}' ;;`;
    })
    .join('\n');

/** What may follow an option of a path; `offer` says it in the shell's words. */
export const values = (tree: Node[], offer: (value: Value) => string) =>
  tree
    .flatMap(({ path, options }) =>
      options
        .filter(({ value }) => value !== 'none')
        .map(({ short, long, value }) => {
          const given = [long, ...(short ? [short] : [])].map((name) => `'${path} ${name}'`);
          return `    ${given.join(' | ')}) ${offer(value)} ;;`;
        }),
    )
    .join('\n');
