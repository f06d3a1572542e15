import { useEffect, useRef, useState } from "preact/hooks";
import type { Ptz, PtzDone, PtzRequest, Stream } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { codeOf } from "../../api/explain.ts";
import { useLoad } from "../../api/load.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { NumberField, SelectField, TextField } from "../../parts/field.tsx";
import { HoldButton } from "../../parts/hold-button.tsx";
import { Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { AutotrackingForm } from "./autotracking.tsx";
import { DrivePad } from "../robots/drive-pad.tsx";
import { type Lean, PtzHold, still } from "./ptz-hold.ts";

/** The usual stay at each preset of a tour, in seconds. */
const usualStaySec = 20;
const leastStaySec = 5;

type Send = (command: PtzRequest) => Promise<PtzDone>;

/** Turns and zooms a camera while a pad or a key is held, takes it to stored views, and lets it follow objects. */
export function PtzPanel(props: { stream: Stream; onSaved: (saved: Stream) => void }) {
  const { stream, onSaved } = props;
  const { stream_id: streamId } = stream;
  const args = { stream_id: streamId };
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.getStreamPtz(args, { signal })).data,
    [streamId],
  );
  const [touches, setTouches] = useState(0);
  const send: Send = async (command) => (await box.surveillance.ptzStream(args, command)).data;
  const sendByHand: Send = (command) => {
    setTouches((before) => before + 1);
    return send(command);
  };
  return (
    <Section title={words.value.ptz.title}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && (
        <div class="ptz">
          {data.continuous && <Pad send={sendByHand} />}
          <div class="stack">
            <Presets ptz={data} send={sendByHand} onChanged={reload} />
            {data.presets.length > 1 && (
              <Tour presets={data.presets} send={send} touches={touches} />
            )}
          </div>
        </div>
      )}
      {data?.continuous && stream.state !== "ended" && (
        <AutotrackingForm stream={stream} presets={data.presets} onSaved={onSaved} />
      )}
    </Section>
  );
}

function Pad({ send }: { send: Send }) {
  const { ptz: own } = words.value;
  const [error, setError] = useState<unknown>(undefined);
  const hold = useRef<PtzHold | undefined>(undefined);
  // Each movement draws the panel again, so only its newest function counts the movement.
  const newest = useRef(send);
  newest.current = send;
  hold.current ??= new PtzHold((command) => newest.current(command), setError);
  const lean = useRef<Lean>(still);
  const set = (change: Partial<Lean>): void => {
    if (Object.values(change).some((amount) => amount !== 0)) setError(undefined);
    lean.current = { ...lean.current, ...change };
    hold.current!.lean(lean.current);
  };
  useEffect(() => {
    const rest = (): void => hold.current!.lean((lean.current = still));
    window.addEventListener("blur", rest);
    document.addEventListener("visibilitychange", rest);
    return () => {
      window.removeEventListener("blur", rest);
      document.removeEventListener("visibilitychange", rest);
      rest();
    };
  }, []);
  return (
    <div class="stack">
      <DrivePad
        label={own.pad}
        onSteer={({ forward, turn }) => set({ tilt: forward, pan: turn === 0 ? 0 : -turn })}
        onStop={() => set(still)}
      />
      <div class="row">
        <HoldButton label={own.zoomOut} onHold={(isHeld) => set({ zoom: isHeld ? -1 : 0 })}>
          −
        </HoldButton>
        <HoldButton label={own.zoomIn} onHold={(isHeld) => set({ zoom: isHeld ? 1 : 0 })}>
          +
        </HoldButton>
      </div>
      <p class="hint">{own.hint}</p>
      <Problem error={error} />
    </div>
  );
}

function Presets(props: { ptz: Ptz; send: Send; onChanged: () => void }) {
  const { ptz, send, onChanged } = props;
  const { ptz: own, common } = words.value;
  const { run, error, isRunning } = useAct();
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const preset = ptz.presets.some(({ token }) => token === chosen)
    ? chosen
    : (ptz.presets[0]?.token ?? "");
  const change = async (command: PtzRequest): Promise<boolean> => {
    const isDone = await run(() => send(command));
    if (isDone) onChanged();
    return isDone;
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    // What was typed meanwhile stays, and after a failure the name does.
    if (await change({ action: "set_preset", name: name.trim() })) {
      setName((now) => (now === name ? "" : now));
    }
  };
  return (
    <div class="stack">
      {ptz.presets.length > 0 && (
        <div class="row trial">
          <SelectField
            label={own.preset}
            value={preset}
            onChange={setChosen}
            options={ptz.presets.map((each) => [each.token, each.name || each.token] as const)}
          />
          <Button
            isBusy={isRunning}
            onPress={() => void run(() => send({ action: "goto_preset", preset }))}
          >
            {own.goTo}
          </Button>
          <ConfirmButton
            tone="quiet"
            icon="trash"
            label={`${common.delete}: ${own.preset}`}
            onPress={() => void change({ action: "remove_preset", preset })}
          />
        </div>
      )}
      {ptz.home && (
        <div class="row">
          <Button isBusy={isRunning} onPress={() => void run(() => send({ action: "home" }))}>
            {own.home}
          </Button>
        </div>
      )}
      <form class="row trial" onSubmit={(event) => void save(event)}>
        <TextField label={own.presetName} required maxLength={64} value={name} onChange={setName} />
        <Button isBusy={isRunning}>{own.savePreset}</Button>
      </form>
      <Problem error={error} />
    </div>
  );
}

/**
 * Goes from preset to preset while the page is open. It ends when a person moves the camera: with this page at once, in
 * another way before its next step, which the box refuses.
 */
function Tour(props: {
  presets: Ptz["presets"];
  send: Send;
  /** Number of movements by hand on this page. */
  touches: number;
}) {
  const { presets, send, touches } = props;
  const { ptz: own } = words.value;
  const [staySec, setStay] = useState<number | undefined>(usualStaySec);
  const [at, setAt] = useState<number | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [hasYielded, setYielded] = useState(false);
  const newest = useRef<string | undefined>(undefined);
  const isOn = at !== undefined;
  const current = isOn ? presets[at % presets.length]?.token : undefined;
  useEffect(() => {
    if (at === undefined || current === undefined) return;
    const stop = (reason: unknown): void => {
      if (codeOf(reason) === "lease_held") setYielded(true);
      else setError(reason);
      setAt(undefined);
    };
    const after = newest.current;
    const only = after === undefined ? {} : { only_after: after };
    send({ action: "goto_preset", preset: current, ...only }).then((done) => {
      newest.current = done.move_id;
    }, stop);
    const stayMs = Math.max(leastStaySec, staySec ?? usualStaySec) * 1000;
    const timer = setTimeout(() => setAt(at + 1), stayMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function each time it is drawn
  }, [at, current]);
  useEffect(() => {
    if (touches === 0 || !isOn) return;
    setYielded(true);
    setAt(undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the start of a tour is no touch
  }, [touches]);
  return (
    <>
      <div class="row trial">
        <NumberField label={own.stay} min={leastStaySec} value={staySec} onChange={setStay} />
        <Button
          isPressed={isOn}
          onPress={() => {
            setError(undefined);
            setYielded(false);
            newest.current = undefined;
            setAt(isOn ? undefined : 0);
          }}
        >
          {isOn ? own.stopTour : own.startTour}
        </Button>
      </div>
      <p class="hint">{own.tourHint}</p>
      {hasYielded && <Notice tone="info">{own.tourEnded}</Notice>}
      <Problem error={error} />
    </>
  );
}
