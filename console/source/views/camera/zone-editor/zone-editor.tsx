import "./zone-editor.css";
import { useState } from "preact/hooks";
import type { Stream } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { StreamPicture } from "../../../video/stream-picture.tsx";
import { useUnsaved } from "../../../app/unsaved.ts";
import { UndoButtons } from "../../../parts/editing/undo-buttons.tsx";
import { useEdits } from "../../../parts/editing/use-edits.ts";
import { Canvas } from "./canvas.tsx";
import { ShapeList } from "./shape-list.tsx";
import {
  freeName,
  patchOf,
  type PointNorm,
  problemOf,
  rectangle,
  type Shape,
  type ShapeKind,
  shapesOf,
} from "./shapes.ts";

const kinds = ["area", "line", "mask"] as const satisfies readonly ShapeKind[];
type ZoneKind = (typeof kinds)[number];
const middle: Readonly<Record<ZoneKind, PointNorm[]>> = {
  area: rectangle([0.3, 0.3], [0.7, 0.7]),
  line: [
    [0.3, 0.5],
    [0.7, 0.5],
  ],
  mask: rectangle([0.4, 0.1], [0.6, 0.3]),
};

/**
 * Draws zones, lines and privacy masks on the live picture. Nothing changes in the box until it is saved,
 * and then everything at once.
 */
export function ZoneEditor(props: {
  stream: Stream;
  onSaved: (saved: Stream) => void;
  onClose: () => void;
}) {
  const { stream, onClose, onSaved } = props;
  const edits = useEdits<readonly Shape[]>(
    () => shapesOf(stream),
    () => {
      // One level at a time: what is being drawn, what is selected, the editor.
      if (tool) setTool(undefined);
      else if (chosen !== undefined) setChosen(undefined);
      else onClose();
    },
  );
  const shapes = edits.value;
  const saved = useUnsaved(edits.isChanged);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [tool, setTool] = useState<ZoneKind | undefined>(shapes.length === 0 ? "area" : undefined);
  const saving = useAct();
  const own = words.value.zones;
  const change = (shape: Shape): void =>
    edits.change((before) => before.map((one) => (one.key === shape.key ? shape : one)), shape.key);
  const add = (kind: ZoneKind, points: readonly PointNorm[]): void => {
    const name = kind === "mask" ? "" : freeName(own.kinds[kind], shapes);
    const key = `new-${Date.now()}-${shapes.length}`;
    const shape = { key, kind, name, points, alerts: kind !== "mask" };
    edits.change((before) => [...before, shape], `add ${key}`);
    setChosen(key);
    setTool(undefined);
  };
  const wrong = shapes.find((shape) => problemOf(shape, shapes) !== undefined);
  const save = async (): Promise<void> => {
    const patch = patchOf(shapes, stream);
    const args = { stream_id: stream.stream_id };
    await saving.run(async () => {
      const { data } = await box.surveillance.updateStream(args, patch);
      saved();
      onSaved(data);
    });
  };
  const ratio = (stream.width ?? 16) / (stream.height ?? 9);
  return (
    <div class="zone-editor">
      <div class="row" role="toolbar" aria-label={own.tools}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            icon="plus"
            isPressed={tool === kind}
            onPress={() => setTool(tool === kind ? undefined : kind)}
          >
            {own.kinds[kind]}
          </Button>
        ))}
        {tool && <Button onPress={() => add(tool, middle[tool])}>{own.inMiddle}</Button>}
        <span class="spacer" />
        <UndoButtons edits={edits} />
        <Button
          tone="main"
          icon="check"
          isBusy={saving.isRunning}
          isDisabled={wrong !== undefined}
          onPress={() => void save()}
        >
          {words.value.common.save}
        </Button>
        <Button onPress={onClose}>{words.value.common.cancel}</Button>
      </div>
      <p class="hint" role="status">
        {tool ? (tool === "line" ? own.howLine : own.howArea) : own.howChange}
      </p>
      <Problem error={saving.error} />
      {wrong && <Notice tone="warning">{wordsOfProblem(wrong, shapes)}</Notice>}
      <div class="zone-board">
        <div>
          <StreamPicture stream={stream} isUrgent>
            <Canvas
              shapes={shapes}
              chosen={chosen}
              tool={tool}
              ratio={ratio}
              onChoose={setChosen}
              onChange={change}
              onDrawn={(points) => tool && add(tool, points)}
            />
          </StreamPicture>
        </div>
        <ShapeList
          shapes={shapes}
          chosen={chosen}
          onChoose={setChosen}
          onChange={change}
          onRemove={(key) =>
            edits.change((before) => before.filter((shape) => shape.key !== key), `remove ${key}`)
          }
        />
      </div>
    </div>
  );
}

function wordsOfProblem(shape: Shape, shapes: readonly Shape[]): string {
  const own = words.value.zones;
  const problem = problemOf(shape, shapes);
  const name = shape.name === "" ? own.kinds[shape.kind] : shape.name;
  return problem === undefined ? "" : say(own.problems[problem], { name });
}
