/** Completions for fish, which quotes what it inserts. */
export const fishScript = `# Completions of inbox for fish: inbox completion fish | source
function __inbox_complete
    set -l current (commandline -ct)
    set -l found (inbox __complete fish (commandline -opc)[2..-1] "$current" 2>/dev/null </dev/null)
    switch "$found[1]"
        case files
            __fish_complete_path "$current"
        case directories
            __fish_complete_directories "$current"
        case '*'
            string join \\n -- $found[2..-1]
    end
end
complete -c inbox -e
complete -c inbox -k -f -a '(__inbox_complete)'
`;
