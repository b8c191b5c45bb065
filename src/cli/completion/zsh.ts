import { steps, values } from './cases.ts';
import type { Node, Value } from './tree.ts';

export const zshScript = (tree: Node[]) => `#compdef inbox
# Completions of inbox for zsh: source <(inbox completion zsh), or as _inbox in a directory of $fpath
_inbox() {
  local at='' word
  local -a commands options values
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in
${steps(tree)}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values(tree, (value) => `${offer(value)}; return`)}
  esac
  case "$at" in
${offers(tree)}
  esac
  if (( $#commands )) _describe -t commands command commands
  if [[ $words[CURRENT] == -* ]] || (( ! $#commands )); then
    _describe -o -t options option options
    (( $#commands )) || _files
  fi
}
if [[ \${funcstack[1]} == _inbox ]]; then
  _inbox "$@"
else
  compdef _inbox inbox
fi
`;

function offer(value: Value): string {
  if (Array.isArray(value)) return `values=(${value.join(' ')}); _describe value values`;
  if (value === 'directory') return '_files -/';
  return value === 'file' ? '_files' : `_message 'a value'`;
}

const offers = (tree: Node[]) =>
  tree
    .map(({ path, options, below }) => {
      const commands = below.map((one) => described(nodeAt(tree, one).names[0], nodeAt(tree, one)));
      const flags = options.map((option) => described(option.long, option));
      return `    '${path}') commands=(${commands.join(' ')}); options=(${flags.join(' ')}) ;;`;
    })
    .join('\n');

export function nodeAt(tree: Node[], path: string): Node {
  const node = tree.find((one) => one.path === path);
  if (!node) throw new Error(`There is no command ${path}`);
  return node;
}

const described = (name = '', { about }: { about: string }) =>
  `'${name}:${about.replaceAll("'", "'\\''")}'`;
