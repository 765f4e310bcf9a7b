import { useMemo } from "preact/hooks";
import { jsonLines } from "./json-lines.ts";
import { VirtualList } from "./virtual-list.tsx";

const ROW = 20;

/** A JSON value, one line for each member; `pointer` selects one. */
export function JsonView({
  value,
  label,
  pointer,
  onSelect,
}: {
  value: unknown;
  label: string;
  pointer?: string | undefined;
  onSelect?: (pointer: string) => void;
}) {
  const lines = useMemo(() => jsonLines(value), [value]);
  const selected = useMemo(() => {
    if (pointer === undefined) return undefined;
    const found = lines.findIndex((line) => line.pointer === pointer);
    return found < 0 ? undefined : found;
  }, [lines, pointer]);
  return (
    <VirtualList
      label={label}
      count={lines.length}
      rowHeight={ROW}
      selected={selected}
      follows={false}
      onSelect={(index) => {
        const at = lines[index]?.pointer;
        if (at !== undefined) onSelect?.(at);
      }}
      row={(index) => {
        const line = lines[index];
        if (line === undefined) return null;
        return (
          <code class="json" style={{ paddingInlineStart: `${line.depth * 14 + 8}px` }}>
            {line.name !== "" && <span class="json-name">{line.name}: </span>}
            <span class={`json-${line.kind}`}>{line.text}</span>
          </code>
        );
      }}
    />
  );
}
