import { isJsonObject } from "@a2a/types";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { theme } from "../state/theme.ts";
import { CopyButton } from "./copy-button.tsx";

/** The largest source that is drawn, in characters, and the largest picture, in pixels. */
const MAX_TEXT = 50_000;
const MAX_HEIGHT = 640;

/**
 * A Mermaid diagram. The library is ten times as large as this page, so a frame loads it when the first diagram is shown. The frame is a
 * sandbox with an origin of its own: the diagram of an agent can neither reach this page nor load anything. Until the frame has drawn, and
 * if it cannot, the source is shown.
 */
export function Diagram({ text }: { text: string }) {
  const figure = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const isShown = useShown(figure);
  const [outcome, setOutcome] = useState<{ ready?: boolean; height?: number; error?: string }>({});
  const [isSource, setSource] = useState(false);
  const isLarge = text.length > MAX_TEXT;
  useEffect(() => {
    const read = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || !isJsonObject(data) || !isJsonObject(data.diagram)) return;
      const { height, error } = data.diagram;
      if (typeof height === "number") setOutcome({ ready: true, height: Math.min(Math.ceil(height), MAX_HEIGHT) });
      else setOutcome({ ready: true, ...(error !== undefined && { error: String(error) }) });
    };
    addEventListener("message", read);
    return () => removeEventListener("message", read);
  }, []);
  const { ready = false, height, error } = outcome;
  const wasShown = isShown || ready;
  const colors = theme.value;
  useEffect(() => {
    // A sandbox without an origin can only be addressed by "*"; no other document is in the frame.
    if (ready && isShown) frame.current?.contentWindow?.postMessage({ text, theme: colors }, "*");
  }, [ready, isShown, text, colors]);
  const isDrawn = height !== undefined && !isSource;
  return (
    <figure class="source" ref={figure}>
      <figcaption>
        <small>Mermaid</small> <CopyButton label="Copy" text={() => text} />
        {height !== undefined && (
          <button type="button" class="quiet" aria-pressed={isSource} onClick={() => setSource(!isSource)}>
            Source
          </button>
        )}
      </figcaption>
      {wasShown && !isLarge && (
        <iframe
          ref={frame}
          class={isDrawn ? "diagram" : "diagram waiting"}
          sandbox="allow-scripts"
          title="Diagram of the agent, in a sandbox"
          src="./diagram/frame.html"
          height={height ?? 1}
          tabIndex={isDrawn ? 0 : -1}
        />
      )}
      {!isDrawn && <pre>{text.trimEnd()}</pre>}
      {(error !== undefined || isLarge) && (
        <small class="diagram-error">Not drawn: {isLarge ? `longer than ${MAX_TEXT} characters` : error}</small>
      )}
    </figure>
  );
}

/** Whether an element is in view. Mermaid measures texts as it draws, which fails in a frame that is not displayed. */
function useShown(element: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setShown(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isShown;
}
