import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useFollow } from "./follow.ts";

interface Props {
  /** The label of the list, for screen readers. */
  label: string;
  count: number;
  rowHeight: number;
  /** The selected row. */
  selected: number | undefined;
  /** Whether the end is kept in view as rows are added, unless the user has scrolled away from it. */
  follows: boolean;
  onSelect(index: number): void;
  row(index: number): ComponentChildren;
}

/** Rows that are drawn beyond the visible ones. */
const MARGIN = 8;

/** A list of rows of one height, of which only the visible ones exist. Arrow keys, Home and End move the selection. */
export function VirtualList({ label, count, rowHeight, selected, follows, onSelect, row }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const all = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useFollow(box, all, follows ? "end" : undefined);
  useEffect(() => {
    const element = box.current;
    if (element === null || selected === undefined) return;
    const at = selected * rowHeight;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = at + rowHeight - element.clientHeight;
    }
  }, [selected, rowHeight]);
  // A list that has become shorter is drawn before the browser reports that it scrolled back.
  const shownTop = Math.max(0, Math.min(top, count * rowHeight - height));
  const first = Math.max(0, Math.floor(shownTop / rowHeight) - MARGIN);
  const last = Math.min(count, Math.ceil((shownTop + height) / rowHeight) + MARGIN);
  const id = (index: number) => `${label.replaceAll(/\W+/g, "-")}-${index}`;
  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const from = selected ?? count;
    const steps: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to === undefined || count === 0) return;
    event.preventDefault();
    onSelect(Math.min(count - 1, Math.max(0, to)));
  };
  return (
    <div
      ref={box}
      class="rows"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected !== undefined && selected >= first && selected < last ? id(selected) : undefined}
      onScroll={({ currentTarget: { scrollTop } }) => setTop(scrollTop)}
      onKeyDown={move}
    >
      <div ref={all} class="rows-all" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, offset) => {
          const index = first + offset;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the active row.
            <div
              key={index}
              id={id(index)}
              class="row"
              role="option"
              aria-selected={index === selected}
              style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
              onClick={() => onSelect(index)}
            >
              {row(index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
