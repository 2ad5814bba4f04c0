# Bash completion for firstcontact: asks the program itself for commands, scenes and options.
_firstcontact() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]:-} help
    local IFS=$'\n'
    if [[ $word == -* ]]; then
        help=$("${COMP_WORDS[0]}" ${command:+$([[ $command == -* ]] || printf '%s' "$command")} --help 2>/dev/null)
        mapfile -t COMPREPLY < <(compgen -W "$(grep -oE -- '--[a-z-]+' <<<"$help" | sort -u)" -- "$word")
    elif ((COMP_CWORD == 1)); then
        help=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -n '/^commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$help" -- "$word")
    fi
}
complete -o default -F _firstcontact firstcontact
