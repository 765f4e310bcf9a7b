import { arrow, box, type Figure, label } from "./svg.ts";

/** A step of a sequence: a message from one participant to another, or an explanation beside one of them. */
export type Step =
  | {
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly isAnswer?: boolean;
      readonly isLost?: boolean;
    }
  | { readonly at: number; readonly note: string };

const WIDTH = 760;
const TOP = 64;
const STEP = 42;

/** Draws who sends what to whom, from the top down. */
export function sequence(description: string, participants: readonly string[], steps: readonly Step[]): Figure {
  const gap = WIDTH / participants.length;
  const x = (index: number) => gap * (index + 0.5);
  const height = TOP + steps.length * STEP + 30;
  const lifelines = participants.flatMap((name, index) => [
    `<path class="line dashed" d="M${x(index)} ${TOP - 12}V${height - 14}"/>`,
    box([x(index) - 65, 16, 130, 36], name),
  ]);
  const drawn = steps.flatMap((step, index) => {
    const y = TOP + STEP * index + 36;
    if ("note" in step) return [box([x(step.at) - gap / 2 + 12, y - 22, gap - 24, 30], step.note, { isKey: true })];
    const { from, to, text, isAnswer = false, isLost = false } = step;
    const end = isLost ? (x(from) + x(to)) / 2 : x(to) + (from < to ? -3 : 3);
    return [
      label((x(from) + x(to)) / 2, y - 8, text, { style: isLost ? "halo accent" : "halo" }),
      arrow([x(from), y], [end, y], { isDashed: isAnswer }),
      ...(isLost ? [label(end + (from < to ? 12 : -12), y + 6, "✕", { style: "accent" })] : []),
    ];
  });
  return { width: WIDTH, height, description, elements: [...lifelines, ...drawn] };
}
