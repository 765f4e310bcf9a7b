import { useState } from "preact/hooks";

/** An id by its end, since ids that begin with the time begin alike. A click copies the whole. */
export function ShortId({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (event: Event) => {
    event.stopPropagation();
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
      setTimeout(() => setCopied(false), 1_200);
    } catch {
      // The title has the whole id, for browsers that do not allow it.
    }
  };
  return (
    <button
      type="button"
      class="id"
      title={id}
      aria-label={`${shortOf(id)}: copy the id ${id}`}
      onClick={(event) => void copy(event)}
    >
      <span aria-live="polite">{isCopied ? "copied" : shortOf(id)}</span>
    </button>
  );
}

/** The end of an id, or all of a short one. */
export function shortOf(id: string): string {
  return id.length <= 12 ? id : id.slice(-8);
}
