import { steps, values } from './cases.ts';
import type { Node, Value } from './tree.ts';

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
${values(tree, offer)}
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

/** Files are what bash itself offers where there is nothing. */
const offer = (value: Value) => `choices='${Array.isArray(value) ? value.join(' ') : ''}'`;

const offers = (tree: Node[]) =>
  tree
    .map(({ path, options, below }) => {
      const commands = below.map((one) => one.slice(path.length + 1));
      const all = [...commands, ...options.map(({ long }) => long)];
      return `        '${path}') choices='${all.join(' ')}' ;;`;
    })
    .join('\n');
