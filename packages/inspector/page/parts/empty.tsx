import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.tsx";

/** The empty state of a panel: a title, and how to fill the panel. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="empty-text">{children}</div>}
    </div>
  );
}

/** Stands in every panel while no agent is connected. */
export function NoAgent() {
  return (
    <Empty icon="Card" title="No agent is connected">
      Enter the address of an agent above, such as <code>http://localhost:4000</code>, and press Enter.
    </Empty>
  );
}
