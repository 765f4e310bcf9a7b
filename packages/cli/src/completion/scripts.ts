import type { CommandWords, Words } from "./command-words.ts";

/** The shells there is a script for. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** A shell there is a script for. */
export type Shell = (typeof shells)[number];

/** The script that completes the words in a shell. */
export function completionScript(shell: Shell, words: Words): string {
  return { bash, zsh, fish, powershell }[shell](words);
}

function bash({ commands, valued, choices, agents }: Words): string {
  return `# source <(a2a completion bash)
_a2a() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$previous" in
    ${agents.join("|")}) words="$("$1" __complete agents 2>/dev/null)" ;;
${Object.entries(choices)
  .map(([flag, values]) => `    ${flag}) words="${values.join(" ")}" ;;`)
  .join("\n")}
    ${valued.join("|")}) COMPREPLY=(); return ;; # files, as by default
    *)
      if (( COMP_CWORD == 1 )); then
        words="${commands.map(({ name }) => name).join(" ")} help --version"
      else
        case "\${COMP_WORDS[1]}" in
          help) words="${commands.map(({ name }) => name).join(" ")}" ;;
${commands.map((command) => `          ${command.name}) words="${followers(command)}" ;;`).join("\n")}
        esac
        case "\${COMP_WORDS[1]}:$word" in
          *:-*) ;;
          ${withAgents(commands).join(":*|")}:*) words="$words $("$1" __complete agents 2>/dev/null)" ;;
        esac
      fi ;;
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$word") )
}
complete -F _a2a -o default a2a
`;
}

function zsh({ commands, valued, choices, agents }: Words): string {
  return `#compdef a2a
# source <(a2a completion zsh)
_a2a() {
  case "\${words[CURRENT-1]}" in
    ${agents.join("|")}) compadd -- \${(f)"$("\${words[1]}" __complete agents 2>/dev/null)"}; return ;;
${Object.entries(choices)
  .map(([flag, values]) => `    ${flag}) compadd -- ${values.join(" ")}; return ;;`)
  .join("\n")}
    ${valued.join("|")}) _files; return ;;
  esac
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`).join("\n")}
      'help:says more about a command'
    )
    _describe command commands
    return
  fi
  case "\${words[2]}" in
    help) compadd -- ${commands.map(({ name }) => name).join(" ")} ;;
${commands.map((command) => `    ${command.name}) compadd -- ${followers(command)} ;;`).join("\n")}
  esac
  case "\${words[2]}" in
    ${withAgents(commands).join("|")}) compadd -- \${(f)"$("\${words[1]}" __complete agents 2>/dev/null)"} ;;
  esac
  [[ "\${words[CURRENT]}" == -* ]] || _files
}
compdef _a2a a2a
`;
}

function fish({ commands, valued, choices, agents }: Words): string {
  const within = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const lines = ["# a2a completion fish | source", "complete -c a2a -f"];
  for (const { name, summary } of commands) {
    lines.push(`complete -c a2a -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
  }
  for (const { name, verbs, flags, takesAgent } of commands) {
    if (verbs.length > 0) lines.push(`complete -c a2a ${within(name)} -a '${verbs.join(" ")}'`);
    if (takesAgent) lines.push(`complete -c a2a ${within(name)} -a '(a2a __complete agents 2>/dev/null)'`);
    for (const flag of flags.filter((text) => text.startsWith("--"))) {
      const values = choices[flag];
      const argument = agents.includes(flag)
        ? " -x -a '(a2a __complete agents 2>/dev/null)'"
        : values
          ? ` -x -a '${values.join(" ")}'`
          : valued.includes(flag)
            ? " -r -F"
            : "";
      lines.push(`complete -c a2a ${within(name)} -l ${flag.slice(2)}${argument}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function powershell({ commands, choices, agents }: Words): string {
  const list = (words: readonly string[]) => `@(${words.map((word) => `'${word}'`).join(", ")})`;
  return `# a2a completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName a2a -ScriptBlock {
  param($word, $line, $position)
  $given = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.ToString() })
  $previous = $given[-1]
  $choices = @{
${Object.entries(choices)
  .map(([flag, values]) => `    '${flag}' = ${list(values)}`)
  .join("\n")}
  }
  $commands = @{
${commands.map((command) => `    '${command.name}' = ${list([...command.verbs, ...command.flags])}`).join("\n")}
  }
  if (${list(agents)} -contains $previous) { $words = @(a2a __complete agents 2>$null) }
  elseif ($choices.ContainsKey($previous)) { $words = $choices[$previous] }
  elseif ($given.Count -le 1) { $words = @($commands.Keys) + 'help' }
  elseif ($given[1] -eq 'help') { $words = @($commands.Keys) }
  else {
    $words = @($commands[$given[1]])
    if (${list(withAgents(commands))} -contains $given[1]) { $words += @(a2a __complete agents 2>$null) }
  }
  $words | Where-Object { $_ -like "$word*" } | Sort-Object | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function followers({ verbs, flags }: CommandWords): string {
  return [...verbs, ...flags].join(" ");
}

function withAgents(commands: readonly CommandWords[]): string[] {
  return commands.filter(({ takesAgent }) => takesAgent).map(({ name }) => name);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
