/** Completions for zsh, which quotes what it inserts. */
export const zshScript = `#compdef inbox
# Completions of inbox for zsh: source <(inbox completion zsh), or as _inbox in a directory of $fpath
_inbox() {
  local line kind=''
  local -a before found shown
  (( CURRENT > 2 )) && before=("\${(@Q)words[2,CURRENT-1]}")
  while IFS='' read -r line; do
    if [[ -z $kind ]]; then kind=$line; continue; fi
    found+=("\${line%%$'\\t'*}")
    shown+=("\${line#*$'\\t'}")
  done < <(inbox __complete zsh "\${before[@]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)
  case $kind in
    files) _files ;;
    directories) _files -/ ;;
    'words open') compadd -S '' -V inbox -l -d shown -a found ;;
    words) compadd -V inbox -l -d shown -a found ;;
  esac
}
if [[ \${funcstack[1]} == _inbox ]]; then
  _inbox "$@"
else
  # The first prompt comes after the startup file, which may still load compinit, or never does.
  _inbox_load() {
    add-zsh-hook -d precmd _inbox_load
    (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit -i }
    compdef _inbox inbox
  }
  autoload -Uz add-zsh-hook
  add-zsh-hook precmd _inbox_load
fi
`;
