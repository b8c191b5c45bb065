/** Completions for bash 3.2 and later. Inserted text is already quoted: see `line.ts`. */
export const bashScript = `# Completions of inbox for bash: source <(inbox completion bash)
_inbox() {
  local line kind=''
  COMPREPLY=()
  while IFS='' read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
  done < <(inbox __complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
  # Files are what bash itself offers where there is nothing; version 3 cannot be kept from it.
  [[ $kind != words* ]] || compopt +o bashdefault +o default 2>/dev/null
  [[ $kind != directories ]] || compopt +o bashdefault +o default -o dirnames 2>/dev/null
  [[ $kind != 'words open' ]] || compopt -o nospace 2>/dev/null
}
complete -o bashdefault -o default -F _inbox inbox
`;
