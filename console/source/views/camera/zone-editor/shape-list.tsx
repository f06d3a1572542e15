import { Button } from "../../../parts/button.tsx";
import { CheckField, TextField } from "../../../parts/field.tsx";
import { Empty } from "../../../parts/notice.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import type { Shape } from "./shapes.ts";

/** The shapes by name, to select, rename or remove, and to switch their incidents on. */
export function ShapeList(props: {
  shapes: readonly Shape[];
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  onChange: (shape: Shape) => void;
  onRemove: (key: string) => void;
}) {
  const { shapes, chosen, onChoose, onChange, onRemove } = props;
  const { zones: own, common } = words.value;
  if (shapes.length === 0) return <Empty>{own.nothing}</Empty>;
  let masks = 0;
  return (
    <ul class="shape-list" aria-label={own.list}>
      {shapes.map((shape) => {
        const isChosen = shape.key === chosen;
        if (shape.kind === "mask") masks += 1;
        const name = shape.kind === "mask" ? `${own.kinds.mask} ${masks}` : shape.name;
        return (
          <li key={shape.key} class={isChosen ? "chosen" : undefined}>
            <div class="row">
              <Button
                isPressed={isChosen}
                onPress={() => onChoose(isChosen ? undefined : shape.key)}
              >
                {name === "" ? own.kinds[shape.kind] : name}
              </Button>
              <span class="quiet-text">{own.kinds[shape.kind]}</span>
              <span class="spacer" />
              <Button
                tone="quiet"
                icon="trash"
                label={say(own.remove, { name })}
                onPress={() => onRemove(shape.key)}
              />
            </div>
            {isChosen && shape.kind !== "mask" && (
              <TextField
                label={common.name}
                maxLength={64}
                value={shape.name}
                onChange={(text) => onChange({ ...shape, name: text })}
              />
            )}
            {shape.storedName === undefined && shape.kind !== "mask" && (
              <CheckField
                label={shape.kind === "line" ? own.alertCross : own.alertEnter}
                value={shape.alerts}
                onChange={(alerts) => onChange({ ...shape, alerts })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
