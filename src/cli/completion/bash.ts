import type { Node } from './tree.ts';

/** A script for bash 3.2 and later. */
export const bashScript = (
  tree: Node[],
) => `# Completions of inbox for bash: source <(inbox completion bash)
_inbox() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at='' choices='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at/$word" in
${steps(tree)}
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${values(tree)}
    *)
      case "$at" in
${offers(tree)}
      esac
      ;;
  esac
  while IFS='' read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$choices" -- "$cur")
}
complete -o bashdefault -o default -F _inbox inbox
`;

/** From a path and a word to the path below. */
export const steps = (tree: Node[]) =>
  tree
    .filter(({ path }) => path !== '')
    .map(({ path, names }) => {
      const above = path.slice(0, path.lastIndexOf('/'));
      return `      ${names.map((name) => `${above}/${name}`).join(' | ')}) at='${path}' ;;`;
    })
    .join('\n');

/** What may follow an option; files are what bash itself offers where there is nothing. */
const values = (tree: Node[]) =>
  tree
    .flatMap(({ path, options }) =>
      options
        .filter(({ value }) => value !== 'none')
        .map(({ short, long, value }) => {
          const given = [long, ...(short ? [short] : [])].map((name) => `'${path} ${name}'`);
          const choices = Array.isArray(value) ? value.join(' ') : '';
          return `    ${given.join(' | ')}) choices='${choices}' ;;`;
        }),
    )
    .join('\n');

const offers = (tree: Node[]) =>
  tree
    .map(({ path, options, below }) => {
      const commands = below.map((one) => one.slice(path.length + 1));
      const all = [...commands, ...options.map(({ long }) => long)];
      return `        '${path}') choices='${all.join(' ')}' ;;`;
    })
    .join('\n');
