import type { ComponentChildren } from "preact";

/** A part of the page that scrolls, also by keys. */
export function Scroll({
  label,
  kind = "scroll",
  children,
}: {
  label: string;
  kind?: string;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys would not scroll it.
    <section class={kind} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
