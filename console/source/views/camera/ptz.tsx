import { useEffect, useRef, useState } from "preact/hooks";
import type { Ptz, PtzRequest } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { NumberField, SelectField, TextField } from "../../parts/field.tsx";
import { HoldButton } from "../../parts/hold-button.tsx";
import { Loading, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { DrivePad } from "../robots/drive-pad.tsx";
import { type Lean, PtzHold, still } from "./ptz-hold.ts";

/** The usual stay at each preset of a tour, in seconds. */
const usualStaySec = 20;
const leastStaySec = 5;

/** Turns and zooms a camera while a pad or a key is held, and takes it to stored views. */
export function PtzPanel({ streamId }: { streamId: string }) {
  const args = { stream_id: streamId };
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.getStreamPtz(args, { signal })).data,
    [streamId],
  );
  const send = (command: PtzRequest): Promise<unknown> => box.surveillance.ptzStream(args, command);
  return (
    <Section title={words.value.ptz.title}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && (
        <div class="ptz">
          {data.continuous && <Pad send={send} />}
          <Presets ptz={data} send={send} onChanged={reload} />
        </div>
      )}
    </Section>
  );
}

function Pad({ send }: { send: (command: PtzRequest) => Promise<unknown> }) {
  const { ptz: own } = words.value;
  const [error, setError] = useState<unknown>(undefined);
  const hold = useRef<PtzHold | undefined>(undefined);
  hold.current ??= new PtzHold(send, setError);
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

function Presets(props: {
  ptz: Ptz;
  send: (command: PtzRequest) => Promise<unknown>;
  onChanged: () => void;
}) {
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
      {ptz.presets.length > 1 && <Tour presets={ptz.presets} send={send} />}
    </div>
  );
}

/** Goes from preset to preset while the page is open. */
function Tour(props: { presets: Ptz["presets"]; send: (command: PtzRequest) => Promise<unknown> }) {
  const { presets, send } = props;
  const { ptz: own } = words.value;
  const [staySec, setStay] = useState<number | undefined>(usualStaySec);
  const [at, setAt] = useState<number | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const isOn = at !== undefined;
  const current = isOn ? presets[at % presets.length]?.token : undefined;
  useEffect(() => {
    if (at === undefined || current === undefined) return;
    const stop = (reason: unknown): void => {
      setError(reason);
      setAt(undefined);
    };
    send({ action: "goto_preset", preset: current }).catch(stop);
    const stayMs = Math.max(leastStaySec, staySec ?? usualStaySec) * 1000;
    const timer = setTimeout(() => setAt(at + 1), stayMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function each time it is drawn
  }, [at, current]);
  return (
    <>
      <div class="row trial">
        <NumberField label={own.stay} min={leastStaySec} value={staySec} onChange={setStay} />
        <Button
          isPressed={isOn}
          onPress={() => {
            setError(undefined);
            setAt(isOn ? undefined : 0);
          }}
        >
          {isOn ? own.stopTour : own.startTour}
        </Button>
      </div>
      <p class="hint">{own.tourHint}</p>
      <Problem error={error} />
    </>
  );
}
