import "./zone-editor/zone-editor.css";
import { useEffect, useState } from "preact/hooks";
import { GatehouseApiError } from "../../../../client/source/errors.ts";
import type { Stream } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Loading, Notice, Problem } from "../../parts/notice.tsx";
import type { SeenFrame } from "../../video/seen-frame.ts";
import { count, say, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { Canvas } from "./zone-editor/canvas.tsx";
import { type PointNorm, rectangle, type Shape } from "./zone-editor/shapes.ts";

interface Held {
  id: string;
  /** Address of the picture within this page. */
  url: string;
  /** Unix seconds. */
  atSec: number;
}

/** Marks objects that the detector missed on one picture, which the box holds from the press of the button on. */
export function MissedObject(props: {
  stream: Stream;
  /** The frame that the person saw; undefined where no live video plays. */
  frame: SeenFrame | undefined;
  onClose: () => void;
}) {
  const { stream, frame, onClose } = props;
  const { missed: own } = words.value;
  const { held, error, retry } = useHeldPicture(stream.stream_id, frame);
  const labels = labelsOf(stream);
  const [chosen, setLabel] = useState<string | undefined>(undefined);
  const [shape, setShape] = useState<Shape | undefined>(undefined);
  const [marked, setMarked] = useState(0);
  const saving = useAct();
  const label = chosen ?? labels[0]!;
  const draw = (points: readonly PointNorm[]): void =>
    setShape({ key: "box", kind: "box", name: "", points, alerts: false });
  const save = async (pictureId: string, points: readonly PointNorm[]): Promise<void> => {
    const args = { stream_id: stream.stream_id };
    const body = { label, box: boundsOf(points), picture_id: pictureId };
    if (!(await saving.run(() => box.surveillance.markStreamMissedObject(args, body)))) return;
    setShape(undefined);
    setMarked((before) => before + 1);
  };
  return (
    <Dialog title={own.title} onClose={onClose} isWide>
      <p class="hint">{own.how}</p>
      <Problem error={error} onRetry={retry} />
      {!held && error === undefined && <Loading />}
      {held && (
        <div class="zone-board">
          <HeldPicture
            held={held}
            stream={stream}
            shape={shape}
            onShape={setShape}
            onDrawn={draw}
          />
          <div class="stack">
            <SelectField
              label={own.label}
              value={label}
              onChange={setLabel}
              options={labels.map((each) => [each, each] as const)}
            />
            <div class="row">
              {shape ? (
                <Button onPress={() => setShape(undefined)}>{own.again}</Button>
              ) : (
                <Button icon="plus" onPress={() => draw(rectangle([0.4, 0.4], [0.6, 0.6]))}>
                  {words.value.zones.inMiddle}
                </Button>
              )}
              <Button
                tone="main"
                icon="check"
                isBusy={saving.isRunning}
                isDisabled={!shape}
                onPress={() => shape && void save(held.id, shape.points)}
              >
                {own.mark}
              </Button>
            </div>
            <Problem error={saving.error} />
            <div role="status">
              {marked > 0 && <Notice tone="good">{count(own.marked, marked)}</Notice>}
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function HeldPicture(props: {
  held: Held;
  stream: Stream;
  shape: Shape | undefined;
  onShape: (shape: Shape) => void;
  onDrawn: (points: readonly PointNorm[]) => void;
}) {
  const { held, stream, shape } = props;
  const [ratio, setRatio] = useState((stream.width ?? 16) / (stream.height ?? 9));
  const { missed: own } = words.value;
  return (
    <div class="screen" dir="ltr" style={{ aspectRatio: String(ratio) }}>
      <img
        src={held.url}
        alt={say(own.picture, { time: time(held.atSec) })}
        onLoad={({ currentTarget: image }) => setRatio(image.naturalWidth / image.naturalHeight)}
      />
      <Canvas
        shapes={shape ? [shape] : []}
        chosen={shape?.key}
        tool={shape ? undefined : "box"}
        ratio={ratio}
        onChoose={() => {}}
        onChange={props.onShape}
        onDrawn={props.onDrawn}
      />
    </div>
  );
}

/** The picture that the box holds; the newest one where it no longer has the frame. */
function useHeldPicture(streamId: string, frame: SeenFrame | undefined) {
  const [held, setHeld] = useState<Held | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    let url: string | undefined;
    const hold = (body: { frame?: SeenFrame }): Promise<Response> =>
      box.surveillance.holdStreamPicture({ stream_id: streamId }, body, { signal: gone.signal });
    const load = async (): Promise<void> => {
      const response = await hold(frame ? { frame } : {}).catch((thrown: unknown) => {
        const isGone = thrown instanceof GatehouseApiError && thrown.code === "not_found";
        if (frame && isGone) return hold({});
        throw thrown;
      });
      const picture = await response.blob();
      if (gone.signal.aborted) return;
      url = URL.createObjectURL(picture);
      const { headers } = response;
      const atSec = Number(headers.get("x-frame-time"));
      setHeld({ id: headers.get("x-picture-id")!, url, atSec });
    };
    load().catch((thrown: unknown) => {
      if (!gone.signal.aborted) setError(thrown);
    });
    return () => {
      gone.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [streamId, attempt]);
  const retry = (): void => {
    setError(undefined);
    setAttempt((before) => before + 1);
  };
  return { held, error, retry };
}

/** Classes to choose from: those that the camera detects first, then the others of its model. */
function labelsOf({ detect, model }: Stream): readonly string[] {
  const known = site.system.value?.vision.models.find(({ name }) => name === model.name);
  const labels = [...new Set([...detect, ...(known?.labels ?? [])])];
  return labels.length > 0 ? labels : ["person"];
}

function boundsOf(points: readonly PointNorm[]): [number, number, number, number] {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
