import { isJsonObject, type JsonValue } from "@a2a/types";
import type { ComponentChildren } from "preact";
import { type Surface, textAt, valueAt } from "./a2ui.ts";
import { safeLink } from "./safe-link.tsx";

/** How deep components may be nested, and how many of a list are shown. */
const MAX_DEPTH = 20;
const MAX_ITEMS = 50;

/**
 * A user interface of an agent, drawn with elements of this page: text, rows, columns, cards, lists, inputs and buttons. It can do
 * nothing: it loads no images, and its buttons say which action they would send.
 */
export function SurfaceView({ surface }: { surface: Surface }) {
  return (
    <fieldset class="surface" aria-label={`A2UI surface ${surface.id}`}>
      {draw(surface, surface.root, surface.data, 0)}
    </fieldset>
  );
}

function draw(surface: Surface, id: JsonValue | undefined, data: JsonValue, depth: number): ComponentChildren {
  const found = typeof id === "string" ? surface.components.get(id) : undefined;
  if (found === undefined || depth > MAX_DEPTH) return null;
  const { kind, members } = found;
  const text = (name: string) => textAt(members[name], data);
  const child = () => draw(surface, members.child, data, depth + 1);
  const children = () => childrenOf(surface, members.children, data, depth + 1);
  switch (kind) {
    case "Text": {
      const hint = String(members.usageHint ?? members.variant ?? "");
      return <p class={/^h\d$/.test(hint) ? "surface-title" : "plain"}>{text("text")}</p>;
    }
    case "Column":
    case "List":
      return <div class="surface-column">{children()}</div>;
    case "Row":
      return <div class="surface-row">{children()}</div>;
    case "Card":
      return <div class="surface-card">{child()}</div>;
    case "Button": {
      const action = isJsonObject(members.action) ? members.action : {};
      const event = isJsonObject(action.event) ? action.event : action;
      return (
        <button type="button" disabled title={`Would send the action ${JSON.stringify(event.name ?? "")}`}>
          {child() ?? text("label")}
        </button>
      );
    }
    case "TextField":
    case "DateTimeInput":
      return (
        <label>
          {text("label") || kind}
          <input value={text("text") || text("value")} readOnly />
        </label>
      );
    case "CheckBox":
      return (
        <label class="inline">
          <input type="checkbox" checked={text("value") === "true"} disabled /> {text("label")}
        </label>
      );
    case "Divider":
      return <hr />;
    case "Image":
    case "Video":
    case "AudioPlayer":
      // The page loads nothing from where an agent says.
      return <p class="part-link">{safeLink(text("url"))}</p>;
    case "Icon":
      return <span class="chip">{text("name")}</span>;
    case "Modal":
      return draw(surface, members.entryPointChild ?? members.trigger, data, depth + 1);
    default:
      return <span class="surface-unknown">{kind}</span>;
  }
}

/** Children by id, or one for each member of a list in the data model. */
function childrenOf(
  surface: Surface,
  children: JsonValue | undefined,
  data: JsonValue,
  depth: number,
): ComponentChildren {
  const list = isJsonObject(children) ? children.explicitList : children;
  if (Array.isArray(list)) return list.map((id) => draw(surface, id, data, depth));
  if (!isJsonObject(children)) return null;
  const template = isJsonObject(children.template) ? children.template : children;
  const items = valueAt(data, String(template.dataBinding ?? template.path ?? ""));
  const values = Array.isArray(items) ? items : isJsonObject(items) ? Object.values(items) : [];
  return values.slice(0, MAX_ITEMS).map((item) => draw(surface, template.componentId, item, depth));
}
