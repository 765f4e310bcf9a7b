import type { ComponentChildren } from "preact";
import { safeLink } from "./safe-link.tsx";

/** Markdown as elements, never as HTML: headings, lists, code, quotes, emphasis and links. Everything else stays text. */
export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{blocks(text)}</div>;
}

function blocks(text: string): ComponentChildren[] {
  const lines = text.slice(0, 200_000).split("\n");
  const found: ComponentChildren[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const take = (belongs: (line: string) => boolean): string[] => {
      const start = at;
      while (at < lines.length && belongs(lines[at] ?? "")) at++;
      return lines.slice(start, at);
    };
    if (line.startsWith("```")) {
      at++;
      const code = take((each) => !each.startsWith("```"));
      at++;
      found.push(<pre>{code.join("\n")}</pre>);
    } else if (/^#{1,6} /.test(line)) {
      at++;
      found.push(<p class="heading">{inline(line.replace(/^#+ /, ""))}</p>);
    } else if (/^[-*] /.test(line)) {
      found.push(
        <ul>
          {take((each) => /^[-*] /.test(each)).map((each) => (
            <li>{inline(each.slice(2))}</li>
          ))}
        </ul>,
      );
    } else if (/^\d{1,9}[.)] /.test(line)) {
      const items = take((each) => /^\d{1,9}[.)] /.test(each));
      found.push(
        <ol>
          {items.map((each) => (
            <li>{inline(each.slice(each.indexOf(" ") + 1))}</li>
          ))}
        </ol>,
      );
    } else if (line.startsWith("> ")) {
      found.push(
        <blockquote>
          {inline(
            take((each) => each.startsWith("> "))
              .map((each) => each.slice(2))
              .join("\n"),
          )}
        </blockquote>,
      );
    } else if (line.trim() === "") at++;
    else {
      const isPlain = (each: string) => each.trim() !== "" && !/^(#{1,6} |[-*] |\d{1,9}[.)] |> |```)/.test(each);
      at++;
      found.push(<p>{inline([line, ...take(isPlain)].join("\n"))}</p>);
    }
  }
  return found;
}

/** Code, strong text, emphasis and links within a line. */
function inline(text: string): ComponentChildren[] {
  const found: ComponentChildren[] = [];
  let rest = 0;
  for (const match of text.matchAll(
    /`([^`]{1,2000})`|\*\*([^*]{1,2000})\*\*|\*([^*\s][^*]{0,2000})\*|\[([^\][]{1,1000})\]\(([^()\s]{1,2000})\)/g,
  )) {
    found.push(text.slice(rest, match.index));
    const [whole, code, strong, emphasis, label, url] = match;
    if (code !== undefined) found.push(<code>{code}</code>);
    else if (strong !== undefined) found.push(<strong>{strong}</strong>);
    else if (emphasis !== undefined) found.push(<em>{emphasis}</em>);
    else found.push(safeLink(url ?? "", label ?? ""));
    rest = match.index + whole.length;
  }
  found.push(text.slice(rest));
  return found;
}
