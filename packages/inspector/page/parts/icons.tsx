/** The drawings, each within 16 by 16. */
const PATHS = {
  Conversation: "M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z",
  Tasks: "M6 4h7.5M6 8h7.5M6 12h7.5M2.5 4h.6M2.5 8h.6M2.5 12h.6",
  Artifacts: "M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.7 5.1 8 8.2l5.3-3.1M8 8.2v5.8",
  Card: "M2 3.5h12v9H2zM4.5 6.5h3M4.5 9h7",
  Push: "M8 2.2a3.6 3.6 0 0 1 3.6 3.6c0 3.4 1.4 4.5 1.4 4.5H3s1.4-1.1 1.4-4.5A3.6 3.6 0 0 1 8 2.2zM6.7 12.8a1.4 1.4 0 0 0 2.6 0",
  Conformance: "M8 2 13 4v4c0 3.2-2.2 5.2-5 6-2.8-.8-5-2.8-5-6V4zM5.8 8l1.6 1.6 2.9-3.1",
  Metrics: "M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6",
  "Side by side": "M2.5 3h4.5v10H2.5zM9 3h4.5v10H9z",
  wire: "M1.5 8h3l2-4.5 3 9L11.5 8h3",
  command:
    "M5.5 5.500v5h5v-5zM5.5 5.500H4A1.5 1.5 0 1 1 5.5 4zM10.5 5.500V4A1.5 1.5 0 1 1 12 5.500zM10.5 10.500H12A1.5 1.5 0 1 1 10.5 12zM5.5 10.500V12A1.5 1.5 0 1 1 4 10.500z",
  sun: "M8 5.200a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.600zM8 1.500v1.300M8 13.200v1.300M1.5 8h1.300M13.2 8h1.300M3.4 3.400l.9.9M11.7 11.700l.9.9M3.4 12.600l.9-.9M11.7 4.300l.9-.9",
  moon: "M13 9.600A5.4 5.4 0 0 1 6.4 3a5.4 5.4 0 1 0 6.6 6.600z",
  search: "M7 2.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.300l3.2 3.2",
  attach: "M12.8 7.3 8 12.100a3 3 0 0 1-4.3-4.300l5-5a2 2 0 0 1 2.9 2.900l-5 5a1 1 0 0 1-1.4-1.400l4.5-4.6",
  braces:
    "M6 2.500c-1.5 0-2 .6-2 1.800v1.900C4 7.3 3.5 8 2.5 8 3.5 8 4 8.7 4 9.800v1.900c0 1.2.5 1.8 2 1.800M10 2.500c1.5 0 2 .6 2 1.800v1.900c0 1.1.5 1.8 1.5 1.8-1 0-1.5.7-1.5 1.800v1.900c0 1.2-.5 1.8-2 1.8",
  plus: "M8 3v10M3 8h10",
  down: "M4 6.5 8 10.500l4-4",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside a label, which says the same in words. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}
