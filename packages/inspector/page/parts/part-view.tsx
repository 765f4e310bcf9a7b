import type { Part } from "@a2a/types";
import { useEffect, useMemo, useState } from "preact/hooks";
import { saveFile } from "./copy-button.tsx";
import { csvRows } from "./csv.ts";
import { Diagram } from "./diagram.tsx";
import { JsonBlock } from "./json-view.tsx";
import { Markdown } from "./markdown.tsx";
import { safeLink } from "./safe-link.tsx";
import { Scroll } from "./scroll.tsx";

/** One part by its type. Content of an agent is shown as text or in a sandboxed frame. */
export function PartView({ part }: { part: Part }) {
  if ("text" in part) return <TextView text={part.text} mediaType={part.mediaType ?? "text/plain"} />;
  if ("data" in part) return <JsonBlock value={part.data} label="Data" />;
  // The page loads nothing from where an agent says; a person may.
  if ("url" in part)
    return (
      <p class="part-link">
        {safeLink(part.url)} <small>{part.mediaType ?? ""}</small>
      </p>
    );
  return (
    <FileView raw={part.raw} name={part.filename ?? "file"} mediaType={part.mediaType ?? "application/octet-stream"} />
  );
}

function TextView({ text, mediaType }: { text: string; mediaType: string }) {
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "text/csv") return <CsvView text={text} />;
  if (type === "text/html" || type === "image/svg+xml") return <FrameView content={text} type={type} />;
  if (/^(text|application)\/(vnd\.)?mermaid$/.test(type)) return <Diagram text={text} />;
  if (type === "application/json") return <JsonText text={text} />;
  if (type === "text/markdown" || looksLikeMarkdown(text)) return <Markdown text={text} />;
  return <p class="plain">{text}</p>;
}

function looksLikeMarkdown(text: string): boolean {
  return (
    /^(#{1,6} |[-*] |\d{1,3}\. |```)/m.test(text.slice(0, 5_000)) || /\*\*[^*\n]{1,200}\*\*/.test(text.slice(0, 5_000))
  );
}

function JsonText({ text }: { text: string }) {
  const value = useMemo(() => {
    try {
      return { parsed: JSON.parse(text) as unknown };
    } catch {
      return undefined;
    }
  }, [text]);
  if (value === undefined) return <p class="plain">{text}</p>;
  return <JsonBlock value={value.parsed} label="JSON" />;
}

function CsvView({ text }: { text: string }) {
  const [head = [], ...rows] = useMemo(() => csvRows(text, 200), [text]);
  return (
    <Scroll kind="table-box" label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th scope="col">{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Foreign HTML and SVG: a document of its own, without scripts, forms, navigation or access to the page. */
function FrameView({ content, type }: { content: BlobPart; type: string }) {
  const url = useBlob(content, type);
  return url === undefined ? null : (
    <iframe class="foreign" sandbox="" title="Content of the agent, in a sandbox" src={url} />
  );
}

function FileView({ raw, name, mediaType }: { raw: string; name: string; mediaType: string }) {
  const bytes = useMemo(() => bytesOf(raw), [raw]);
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return (
    <figure class="file">
      <Media bytes={bytes} type={type} name={name} />
      <figcaption>
        <span class="file-name">{name}</span>{" "}
        <small>
          {type} · {sizeOf(bytes.byteLength)}
        </small>{" "}
        <button type="button" class="quiet" onClick={() => saveFile(baseName(name), bytes, "application/octet-stream")}>
          Download
        </button>
      </figcaption>
    </figure>
  );
}

function Media({ bytes, type, name }: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string }) {
  const isImage = /^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(type);
  const isSound = /^audio\/[\w.+-]+$/.test(type);
  const isVideo = /^video\/[\w.+-]+$/.test(type);
  const url = useBlob(isImage || isSound || isVideo ? bytes : undefined, type);
  if (type.startsWith("text/") || type === "application/json" || type === "image/svg+xml") {
    return <TextView text={new TextDecoder().decode(bytes)} mediaType={type} />;
  }
  if (type === "application/pdf") return <PdfTile bytes={bytes} />;
  if (url === undefined) return null;
  if (isImage) return <img src={url} alt={name} />;
  // biome-ignore lint/a11y/useMediaCaption: an agent sends none.
  if (isVideo) return <video src={url} controls aria-label={name} />;
  // biome-ignore lint/a11y/useMediaCaption: the same.
  return isSound ? <audio src={url} controls aria-label={name} /> : null;
}

/** A PDF as a card to download: Chrome refuses to render PDF files in a sandbox, and frames without a sandbox are not for foreign content. */
function PdfTile({ bytes }: { bytes: Uint8Array<ArrayBuffer> }) {
  const pages = useMemo(() => {
    const text = new TextDecoder("latin1").decode(bytes);
    return text.startsWith("%PDF-") ? (text.match(/\/Type\s*\/Page\b/g)?.length ?? 0) : undefined;
  }, [bytes]);
  return (
    <div class="file-tile">
      <span class="file-kind">PDF</span>
      <span>
        {pages === undefined ? "Not a PDF file" : pages === 0 ? "Document" : pages === 1 ? "1 page" : `${pages} pages`}
      </span>
    </div>
  );
}

/** An address for content that is at hand, as long as it is shown. */
function useBlob(content: BlobPart | undefined, type: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (content === undefined) return;
    const made = URL.createObjectURL(new Blob([content], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content, type]);
  return url;
}

function bytesOf(raw: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(raw.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** A size as people read it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function baseName(name: string): string {
  return name.split(/[\\/]/).at(-1) || "file";
}
