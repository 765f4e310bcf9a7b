/** One fenced block of a markdown file. */
export interface CodeBlock {
  /** The first word after the fence, in lower case. */
  language: string;
  /** The rest of the info string. */
  info: string;
  /** The line of the opening fence, counted from 1. */
  line: number;
  code: string;
}

const openingFence = /^( *)(`{3,}|~{3,})\s*([^\s`]*)([^`]*)$/;

/** The fenced code blocks of a markdown text. A fence inside a longer fence is text, not a block. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: (Omit<CodeBlock, "code"> & { fence: string; indent: string; lines: string[] }) | undefined;
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    if (open) {
      if (closes(text, open.fence)) {
        const { language, info, line, lines } = open;
        blocks.push({ language, info, line, code: lines.join("\n") });
        open = undefined;
      } else {
        open.lines.push(text.startsWith(open.indent) ? text.slice(open.indent.length) : text.trimStart());
      }
      continue;
    }
    const match = openingFence.exec(text);
    if (!match) continue;
    const [, indent = "", fence = "", language = "", info = ""] = match;
    open = { fence, indent, language: language.toLowerCase(), info: info.trim(), line: index + 1, lines: [] };
  }
  return blocks;
}

function closes(text: string, fence: string): boolean {
  const line = text.trim();
  return line.length >= fence.length && line === (fence[0] ?? "").repeat(line.length);
}
