/// Extends ArgumentParser's completion scripts: options of practice need no command before them, and `help` a command's
/// name.
enum CompletionScript {
  /// Returns the extended `script` of any shell; any other text unchanged.
  static func completed(_ script: String) -> String {
    var script = script
    for (place, addition) in [bash, zsh, fish, bashHelp, zshHelp, fishHelp] {
      guard let range = script.firstRange(of: place) else { continue }
      script.insert(contentsOf: addition, at: range.upperBound)
    }
    return script
  }

  private static let bash = (
    place: "    local -a unparsed_words=(\"${COMP_WORDS[@]:1:${COMP_CWORD}}\")\n",
    addition: """

        # Options of every command may stand before it.
        while [[ ${#unparsed_words[@]} -gt 2 && "${unparsed_words[0]}" = @(--config|--data|--lang) ]]; do
            unparsed_words=("${unparsed_words[@]:2}")
        done
        # Practice needs no command before its options.
        if [[ "${unparsed_words[0]}" = -* ]]; then
            _peach_practice
            return
        fi

    """
  )

  private static let names = Peach.commandNames.joined(separator: " ")

  private static let bashHelp = (
    place: "_peach_help() {\n", addition: "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n"
  )

  private static let zshHelp = (place: "'*:subcommands:", addition: "(\(names))")

  private static let fishHelp = (
    place: "complete -c 'peach' -f\n",
    addition: "complete -c 'peach' -n '__fish_seen_subcommand_from help' -fa '\(names)'\n"
  )

  private static let zsh = (
    place: "    local -ir current_word_index=\"$((CURRENT - 1))\"\n",
    addition: """

        # Practice needs no command before its options.
        if [[ "${words[2]}" == -* ]]; then
            _peach_practice
            return
        fi

    """
  )

  private static let fish = (
    place: "    set -l unparsed_tokens (__peach_tokens -pc)\n",
    addition: """
        # Practice needs no command before its options.
        if string match -q -- '-*' $unparsed_tokens[2]
            set unparsed_tokens peach practice $unparsed_tokens[2..]
        end

    """
  )
}
