import { useState } from "preact/hooks";

/** Copies a text, and says so. */
export function CopyButton({ label, text }: { label: string; text: () => string | undefined }) {
  const [state, setState] = useState("");
  const copy = async () => {
    const value = text();
    if (value === undefined) return;
    try {
      await navigator.clipboard.writeText(value);
      setState("Copied");
    } catch {
      setState("The browser did not allow it");
    }
    setTimeout(() => setState(""), 1_500);
  };
  return (
    <button type="button" class="quiet" disabled={text() === undefined} onClick={() => void copy()}>
      <span aria-live="polite">{state || label}</span>
    </button>
  );
}

/** Saves a text as a file. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
