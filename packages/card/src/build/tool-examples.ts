import type { AgentSkill } from "@a2a/types";

/** Example requests for agents with one of the common tools, by the name of the tool. */
export const toolExamples: Readonly<Record<string, readonly string[] | undefined>> = {
  file_read: ["Show me the contents of README.md", "What is in the configuration file?"],
  file_write: ["Write these notes to notes.md", "Create a .gitignore for a Node project"],
  file_edit: ["Rename the function parse to parseCard everywhere in this file"],
  file_list: ["Which files are in the src folder?"],
  file_search: ["Find every file that mentions the old address"],
  shell: ["Run the tests and tell me what failed", "How much disk space is left?"],
  code_exec: ["Compute the first twenty primes with a short program"],
  git: ["What changed since the last release?"],
  web_search: ["Find the opening hours of the harbour office", "What is new in the latest Node release?"],
  web_fetch: ["Summarize the page at https://tides.example/today"],
  http_request: ["Ask the weather service for tomorrow's wind"],
  sql_query: ["How many orders came in last week?"],
  memory: ["Remember that I prefer short answers"],
  calculator: ["What is 17.5 percent of 2,340?"],
};

/** The examples of an agent without tools. */
export const defaultSkills: readonly AgentSkill[] = [
  {
    id: "code-generation",
    name: "Code Generation",
    description: "Writes code from a description of what it should do",
    tags: ["code", "generation"],
    examples: ["Write a function that parses ISO 8601 durations"],
  },
  {
    id: "debugging",
    name: "Debugging",
    description: "Finds out why a program misbehaves and repairs it",
    tags: ["code", "debugging"],
    examples: ["Why does this loop never end?"],
  },
  {
    id: "code-review",
    name: "Code Review",
    description: "Reads a change and says what is wrong with it and what could be simpler",
    tags: ["code", "review"],
    examples: ["Review this pull request"],
  },
  {
    id: "architecture",
    name: "Architecture",
    description: "Plans how the parts of a system fit together and weighs alternatives",
    tags: ["design", "architecture"],
    examples: ["How should we split this service in two?"],
  },
  {
    id: "search",
    name: "Search",
    description: "Looks things up and reports what it found, with sources",
    tags: ["search", "research"],
    examples: ["Find out which license this library has"],
  },
];
