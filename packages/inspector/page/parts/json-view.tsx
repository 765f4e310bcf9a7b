import { useMemo } from "preact/hooks";
import { type JsonLine, jsonLines } from "./json-lines.ts";
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
        return <Line line={line} />;
      }}
    />
  );
}

/** How many lines are shown in full; longer documents scroll. */
const MAX_FULL = 14;

/** A JSON value within other content, as high as it needs to be. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  const lines = useMemo(() => jsonLines(value), [value]);
  if (lines.length > MAX_FULL) {
    return (
      <div class="part-json">
        <JsonView value={value} label={label} />
      </div>
    );
  }
  return (
    <div class="part-json full">
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </div>
  );
}

function Line({ line }: { line: JsonLine }) {
  return (
    <code class="json" style={{ paddingInlineStart: `${line.depth * 14 + 8}px` }}>
      {line.name !== "" && <span class="json-name">{line.name}: </span>}
      <span class={`json-${line.kind}`}>{line.text}</span>
    </code>
  );
}
