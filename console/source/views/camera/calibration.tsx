import { useState } from "preact/hooks";
import type { Stream, StreamPatch } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box, streamAddress } from "../../api/box.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { NumberField, TextField } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { number, percent, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { useFleet } from "../robots/fleet.ts";
import { RobotMap } from "../robots/robot-map.tsx";
import { type Fit, fitOf, leastMarks, type MarkDraft, type Point } from "./calibration-points.ts";

const usualFrame = "map";
const emptyMark: MarkDraft = { image: undefined, map: undefined };

/** Marks on the ground, clicked in the picture and on the map, from which the box knows where things stand. */
export function CalibrationEditor(props: { stream: Stream; onSaved: () => void }) {
  const { stream, onSaved } = props;
  const { calibration: before } = stream;
  const { calibration: own } = words.value;
  const { robots, zones } = useFleet();
  const heard = robots?.find(({ pose }) => pose)?.pose?.value.frame;
  const [frame, setFrame] = useState<string | undefined>(before?.frame);
  const [marks, setMarks] = useState<readonly MarkDraft[]>(
    () => before?.points.map(({ image, map }) => ({ image, map })) ?? [],
  );
  const [current, setCurrent] = useState(0);
  const { run, error, isRunning } = useAct();
  const mapFrame = frame ?? heard ?? usualFrame;
  const fit = fitOf(marks);
  const put = (index: number, change: Partial<MarkDraft>): void => {
    const mark = { ...(marks[index] ?? emptyMark), ...change };
    setMarks(index < marks.length ? marks.with(index, mark) : [...marks, mark]);
    setCurrent(index);
  };
  /** Fills the current mark; a click for a side that it has already begins the next one. */
  const click = (side: keyof MarkDraft, point: Point): void => {
    const at = Math.min(current, marks.length);
    const isTaken = marks[at]?.[side] !== undefined;
    put(isTaken ? marks.length : at, { [side]: point });
  };
  const change = async (calibration: StreamPatch["calibration"]): Promise<void> => {
    const args = { stream_id: stream.stream_id };
    if (await run(() => box.surveillance.updateStream(args, { calibration }))) onSaved();
  };
  const save = (): Promise<void> => change({ frame: mapFrame, points: pointsOf(fit) });
  return (
    <Section title={own.title}>
      <p class="hint">{own.how}</p>
      <div class="calibration">
        <MarkPicture
          streamId={stream.stream_id}
          marks={marks}
          onPick={(at) => click("image", at)}
        />
        <RobotMap
          frame={mapFrame}
          robots={robots ?? []}
          zones={zones}
          marks={marks.map(({ map }) => map)}
          onPick={(at) => click("map", at)}
        />
      </div>
      <div class="fields">
        <TextField
          label={own.frame}
          dir="ltr"
          maxLength={64}
          value={mapFrame}
          onChange={setFrame}
        />
      </div>
      <ol class="stack calibration-marks">
        {marks.map((mark, index) => (
          <MarkRow
            key={index}
            index={index}
            mark={mark}
            errorM={marksError(fit, index)}
            isCurrent={index === current}
            onChoose={() => setCurrent(index)}
            onChange={(change) => put(index, change)}
            onRemove={() => {
              setMarks(marks.toSpliced(index, 1));
              setCurrent(Math.max(0, marks.length - 1));
            }}
          />
        ))}
      </ol>
      <FitNotice fit={fit} />
      <Problem error={error} />
      <EditorButtons
        isBusy={isRunning}
        isReady={fit.errorsM !== undefined}
        onAdd={() => put(marks.length, {})}
        onSave={() => void save()}
        onRemove={before ? () => void change(null) : undefined}
      />
    </Section>
  );
}

function pointsOf({ complete }: Fit): { image: [number, number]; map: [number, number] }[] {
  return complete.map(({ imageNorm, mapM }) => ({ image: [...imageNorm], map: [...mapM] }));
}

function EditorButtons(props: {
  isBusy: boolean;
  isReady: boolean;
  onAdd: () => void;
  onSave: () => void;
  onRemove: (() => void) | undefined;
}) {
  const { calibration: own, common } = words.value;
  return (
    <div class="row">
      <Button icon="plus" onPress={props.onAdd}>
        {own.addMark}
      </Button>
      <Button tone="main" isBusy={props.isBusy} isDisabled={!props.isReady} onPress={props.onSave}>
        {common.save}
      </Button>
      {props.onRemove && (
        <ConfirmButton isDisabled={props.isBusy} onPress={props.onRemove}>
          {own.remove}
        </ConfirmButton>
      )}
    </div>
  );
}

/** Four marks always fit exactly, so their errors say nothing. */
function marksError({ errorsM, indexes, rmsM }: Fit, index: number): number | undefined {
  return rmsM === undefined ? undefined : errorsM?.[indexes.indexOf(index)];
}

function FitNotice({ fit }: { fit: Fit }) {
  const { calibration: own } = words.value;
  const { complete, errorsM, rmsM, line } = fit;
  if (line) {
    const [first, second, third] = line.map((index) => index + 1) as [number, number, number];
    return <Notice tone="warning">{say(own.onLine, { first, second, third })}</Notice>;
  }
  if (complete.length < leastMarks) {
    return <Notice>{say(own.more, { count: leastMarks - complete.length })}</Notice>;
  }
  if (!errorsM) return <Notice tone="warning">{own.noGround}</Notice>;
  return (
    <div role="status">
      <Notice tone="good">
        {rmsM === undefined ? own.fourFit : say(own.error, { metres: number(rmsM, 2) })}
      </Notice>
    </div>
  );
}

function MarkPicture(props: {
  streamId: string;
  marks: readonly MarkDraft[];
  onPick: (at: Point) => void;
}) {
  const { streamId, marks, onPick } = props;
  const pick = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const share = (value: number): number =>
      Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
    onPick([share((event.clientX - left) / width), share((event.clientY - top) / height)]);
  };
  return (
    // By keyboard the fields of the marks take the numbers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div class="mark-picture" dir="ltr" onClick={pick}>
      <img
        src={`${streamAddress(streamId, "snapshot.jpg")}?annotated=false`}
        alt={words.value.calibration.picture}
      />
      {marks.map(
        ({ image }, index) =>
          image && (
            <span
              key={index}
              class="mark"
              style={{ left: `${image[0] * 100}%`, top: `${image[1] * 100}%` }}
            >
              {index + 1}
            </span>
          ),
      )}
    </div>
  );
}

function MarkRow(props: {
  index: number;
  mark: MarkDraft;
  errorM: number | undefined;
  isCurrent: boolean;
  onChoose: () => void;
  onChange: (change: Partial<MarkDraft>) => void;
  onRemove: () => void;
}) {
  const { index, mark, errorM, isCurrent, onChoose, onChange, onRemove } = props;
  const { calibration: own, common } = words.value;
  const name = say(own.mark, { number: index + 1 });
  const places = [
    mark.image && mark.image.map((share) => percent(share, 1)).join(" "),
    mark.map && mark.map.map((metres) => number(metres, 2)).join(" "),
    errorM !== undefined && say(own.markError, { metres: number(errorM, 2) }),
  ];
  return (
    <li data-current={isCurrent}>
      <div class="row">
        <strong>{name}</strong>
        <span class="quiet-text">{places.filter(Boolean).join(" · ")}</span>
        <Button isPressed={isCurrent} onPress={onChoose}>
          {own.choose}
        </Button>
        <Button tone="quiet" icon="trash" label={`${common.delete}: ${name}`} onPress={onRemove} />
      </div>
      {isCurrent && (
        <div class="fields">
          <PlaceField label={own.imageX} side="image" axis={0} mark={mark} onChange={onChange} />
          <PlaceField label={own.imageY} side="image" axis={1} mark={mark} onChange={onChange} />
          <PlaceField label={own.mapX} side="map" axis={0} mark={mark} onChange={onChange} />
          <PlaceField label={own.mapY} side="map" axis={1} mark={mark} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

/** One coordinate of a mark: percent of the picture, or metres of the map. */
function PlaceField(props: {
  label: string;
  side: keyof MarkDraft;
  axis: 0 | 1;
  mark: MarkDraft;
  onChange: (change: Partial<MarkDraft>) => void;
}) {
  const { label, side, axis, mark, onChange } = props;
  const factor = side === "image" ? 100 : 1;
  const point = mark[side];
  return (
    <NumberField
      label={label}
      value={point && Math.round(point[axis] * factor * 100) / 100}
      onChange={(value = 0) => {
        const [x, y] = point ?? [0, 0];
        onChange({ [side]: axis === 0 ? [value / factor, y] : [x, value / factor] });
      }}
    />
  );
}
