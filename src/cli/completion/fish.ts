import type { Choice, Node } from './tree.ts';

export const fishScript = (
  tree: Node[],
) => `# Completions of inbox for fish: inbox completion fish | source
function __inbox_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at/$word"
${steps(tree)}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c inbox -e
${tree.flatMap((node) => lines(tree, node)).join('\n')}
`;

const steps = (tree: Node[]) =>
  tree
    .filter(({ path }) => path !== '')
    .map(({ path, names }) => {
      const above = path.slice(0, path.lastIndexOf('/'));
      const words = names.map((name) => `${above}/${name}`).join(' ');
      return `            case ${words}\n                set at ${path}`;
    })
    .join('\n');

function lines(tree: Node[], { path, options, below }: Node): string[] {
  const here = `complete -c inbox -n '__inbox_at "${path}"'`;
  const commands = tree.filter((one) => below.includes(one.path));
  return [
    ...commands.map(({ names, about }) => `${here} -f -a ${names[0]} -d ${quoted(about)}`),
    ...options.map((option) => `${here} ${flags(option)} -d ${quoted(option.about)}`),
  ];
}

function flags({ short, long, value }: Choice): string {
  const named = `${short ? `-s ${short.slice(1)} ` : ''}-l ${long.slice(2)}`;
  if (value === 'none') return `${named} -f`;
  if (Array.isArray(value)) return `${named} -x -a ${quoted(value.join(' '))}`;
  if (value === 'directory') return `${named} -x -a '(__fish_complete_directories)'`;
  return value === 'file' ? `${named} -r -F` : `${named} -x`;
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
