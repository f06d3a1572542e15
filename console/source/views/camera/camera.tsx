import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentType } from "preact";
import type { Stream } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { siteEvents } from "../../api/events.ts";
import { useLoad } from "../../api/load.ts";
import { go, href, place } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField } from "../../parts/field.tsx";
import { Empty, Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { canPlayLive } from "../../video/live-player.ts";
import type { SeenFrame } from "../../video/seen-frame.ts";
import { shownFrame } from "../../video/live-player.ts";
import { StreamPicture } from "../../video/stream-picture.tsx";
import { ZoneOverlay } from "../../video/zone-overlay.tsx";
import { count, number, say, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { SoundBadge, StreamBadge } from "../../cameras/stream-badge.tsx";
import { noFilters } from "../review/filters.ts";
import { IncidentRow } from "../review/incident-row.tsx";
import { useIncidents } from "../review/incident-store.ts";
import { NewIncidentStatus } from "../review/new-incident-status.tsx";
import type { ViewProps } from "../registry.ts";
import { cameraName } from "../../cameras/camera-name.ts";
import { CameraSettings } from "./camera-settings.tsx";
import { CalibrationEditor } from "./calibration.tsx";
import { CameraEvents } from "./camera-events.tsx";
import { AutotrackingBadge } from "./autotracking.tsx";
import { PtzPanel } from "./ptz.tsx";
import { TalkPanel } from "./talk.tsx";
import { EditCamera } from "./edit-camera.tsx";
import { Threshold } from "./threshold.tsx";
import { RemoveCamera } from "./remove-camera.tsx";
import { Behaviors } from "./behaviors.tsx";

const everyMs = 4000;

/** One camera: its picture, zones, behaviors, and what happened before it. */
export function View({ params, query }: ViewProps) {
  const id = params["id"]!;
  const {
    data: stream,
    error,
    reload,
    put,
  } = useLoad(
    async (signal) => (await box.surveillance.getStream({ stream_id: id }, { signal })).data,
    [id],
    { everyMs },
  );
  useEffect(() => siteEvents.follow(["stream.status"], reload, reload), [reload]);
  const isEditing = query.get("edit") === "zones";
  const tool = query.get("show");
  const path = `/cameras/${encodeURIComponent(id)}`;
  const edit = (isOn: boolean): void => go(path, { query: isOn ? { edit: "zones" } : {} });
  const { nav } = words.value;
  return (
    <Page
      title={stream ? cameraName(stream) : id}
      back={{ href: href("/live"), label: nav.live }}
      actions={stream && may("surveillance:write") && <Actions stream={stream} onSaved={put} />}
    >
      <Problem error={error} onRetry={reload} />
      {!stream && error === undefined && <Loading />}
      {stream && (
        <>
          <Troubles stream={stream} />
          {isEditing ? (
            <Editor
              stream={stream}
              onClose={() => edit(false)}
              onSaved={(saved) => {
                put(saved);
                edit(false);
              }}
            />
          ) : (
            <Picture stream={stream} onEdit={() => edit(true)} />
          )}
          {tool === "talk" && <TalkPanel key={id} streamId={id} />}
          {tool === "ptz" && <PtzPanel key={id} stream={stream} onSaved={put} />}
          {tool === "calibration" && (
            <CalibrationEditor
              key={id}
              stream={stream}
              onSaved={() => {
                reload();
                go(path, { replace: true });
              }}
            />
          )}
          <div class="grid wide">
            <Behaviors stream={stream} onSaved={reload} />
            <Recent stream={stream} />
            {stream.camera_events && <CameraEvents events={stream.camera_events} />}
          </div>
          {may("surveillance:write") && stream.state !== "ended" && (
            <CameraSettings stream={stream} onSaved={put} />
          )}
          <Threshold stream={stream} onSaved={reload} />
          <About stream={stream} />
        </>
      )}
    </Page>
  );
}

function Troubles({ stream }: { stream: Stream }) {
  return (
    <>
      {stream.last_error && <Notice tone="critical">{stream.last_error.message}</Notice>}
      {stream.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
    </>
  );
}

function Picture({ stream, onEdit }: { stream: Stream; onEdit: () => void }) {
  const [isAnnotated, setAnnotated] = useState(false);
  const [isAudible, setAudible] = useState(false);
  const [missed, setMissed] = useState<{ frame: SeenFrame | undefined } | undefined>(undefined);
  const picture = useRef<HTMLDivElement>(null);
  const lastFrame = useRef<SeenFrame | undefined>(undefined);
  const { cameras: own, zones, missed: missedWords } = words.value;
  const hasSound = stream.audio.state === "on";
  const hold = (): void => {
    const video = picture.current?.querySelector("video");
    setMissed({ frame: video ? (lastFrame.current ?? shownFrame(video)) : undefined });
  };
  return (
    <div class="stack" data-stream={stream.stream_id} data-state={stream.state}>
      {missed && (
        <MarkMissed stream={stream} frame={missed.frame} onClose={() => setMissed(undefined)} />
      )}
      <div class="camera-picture" ref={picture}>
        <StreamPicture
          stream={stream}
          isAnnotated={isAnnotated}
          isAudible={isAudible && hasSound}
          isUrgent
          isPrompt
          onFrame={(frame) => (lastFrame.current = frame)}
        >
          {!isAnnotated && <ZoneOverlay stream={stream} />}
        </StreamPicture>
      </div>
      <div class="row">
        <StreamBadge state={stream.state} />
        <SoundBadge stream={stream} />
        <AutotrackingBadge autotracking={stream.autotracking} />
        {hasSound && canPlayLive && !isAnnotated && (
          <Button onPress={() => setAudible(!isAudible)}>
            {isAudible ? own.sound.mute : own.sound.listen}
          </Button>
        )}
        <CheckField label={own.annotated} value={isAnnotated} onChange={setAnnotated} />
        <a class="button plain" href={href("/review/timeline", { streams: stream.stream_id })}>
          {words.value.timeline.title}
        </a>
        {may("robots:command") && stream.source.type !== "file" && (
          <ToolButton streamId={stream.stream_id} tool="talk" name={words.value.talk.title} />
        )}
        {may("surveillance:write") && (
          <>
            <Button icon="pencil" onPress={onEdit}>
              {zones.edit}
            </Button>
            <Button onPress={hold}>{missedWords.title}</Button>
            {stream.source.type !== "file" && (
              <ToolButton streamId={stream.stream_id} tool="ptz" name={words.value.ptz.title} />
            )}
            <ToolButton
              streamId={stream.stream_id}
              tool="calibration"
              name={words.value.calibration.title}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** Shows and hides a panel below the picture; only then the box asks the camera about its movements or its loudspeaker. */
function ToolButton({ streamId, tool, name }: { streamId: string; tool: string; name: string }) {
  const isOpen = place.value.query.get("show") === tool;
  const query = isOpen ? {} : { show: tool };
  return (
    <Button
      isExpanded={isOpen}
      onPress={() => go(`/cameras/${encodeURIComponent(streamId)}`, { query, replace: true })}
    >
      {name}
    </Button>
  );
}

type EditorProps = { stream: Stream; onSaved: (saved: Stream) => void; onClose: () => void };

/** What the camera reports meanwhile must not undo what is being drawn. */
function Editor(props: EditorProps) {
  const [stream] = useState(props.stream);
  const current = {
    ...stream,
    state: props.stream.state,
    width: props.stream.width,
    height: props.stream.height,
  };
  return <Late load={loadEditor} partProps={{ ...props, stream: current }} />;
}

const loadEditor = async (): Promise<ComponentType<EditorProps>> =>
  (await import("./zone-editor/zone-editor.tsx")).ZoneEditor;

type MissedProps = { stream: Stream; frame: SeenFrame | undefined; onClose: () => void };

const loadMissed = async (): Promise<ComponentType<MissedProps>> =>
  (await import("./missed-object.tsx")).MissedObject;

function MarkMissed(props: MissedProps) {
  return <Late load={loadMissed} partProps={props} />;
}

/** A part of the view that is loaded when it is first needed. */
function Late<Props extends object>(props: {
  load: () => Promise<ComponentType<Props>>;
  partProps: Props;
}) {
  const { load, partProps } = props;
  const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    load().then((part) => setLoaded(() => part), setError);
  }, []);
  if (error !== undefined) return <Problem error={error} />;
  return Loaded ? <Loaded {...partProps} /> : <Loading />;
}

function Recent({ stream }: { stream: Stream }) {
  const list = useIncidents({ ...noFilters, review: "all", stream_id: stream.stream_id }, 6);
  const { nav, incidents: own, cameras } = words.value;
  const all = href("/review", { stream_id: stream.stream_id });
  return (
    <Section title={nav.incidents} actions={<a href={all}>{cameras.allIncidents}</a>}>
      <NewIncidentStatus />
      <Problem error={list.error} onRetry={list.reload} />
      {!list.isLoading && list.incidents.length === 0 && <Empty>{own.nothing}</Empty>}
      <ol class="incident-rows">
        {list.incidents.slice(0, 6).map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            href={href("/review", { stream_id: stream.stream_id, id: incident.id })}
          />
        ))}
      </ol>
    </Section>
  );
}

function About({ stream }: { stream: Stream }) {
  const { cameras: own, common } = words.value;
  const { recording, model } = stream;
  const dropped = Object.entries(stream.frames_dropped).filter(([, frames]) => frames > 0);
  return (
    <Section title={common.details}>
      <Facts
        entries={[
          ["ID", <code key="id">{stream.stream_id}</code>],
          [
            own.address,
            <code key="url" dir="ltr">
              {stream.source.url}
            </code>,
          ],
          [
            common.state,
            `${own.states[stream.state]} · ${say(common.since, { time: time(stream.since) })}`,
          ],
          [
            own.picture,
            [stream.codec, stream.width && `${stream.width} × ${stream.height}`]
              .filter(Boolean)
              .join(" · ") || common.unknown,
          ],
          [own.received, say(own.rate, { rate: number(stream.fps_in) })],
          [own.looked, say(own.rate, { rate: number(stream.fps_detected) })],
          [
            own.dropped,
            dropped
              .map(([why, frames]) => `${number(frames)} ${why.replaceAll("_", " ")}`)
              .join(", ") || common.none,
          ],
          [own.model, [model.name, model.executor].filter(Boolean).join(" · ")],
          [
            own.masks,
            stream.masks.length === 0
              ? common.none
              : [count(own.masked, stream.masks.length), recording.transcoded && own.transcoded]
                  .filter(Boolean)
                  .join(" "),
          ],
          [own.recording, recording.problem?.message ?? own.recordings[recording.mode]],
          [own.sound.title, own.sound.states[stream.audio.state]],
        ]}
      />
    </Section>
  );
}

function Actions({ stream, onSaved }: { stream: Stream; onSaved: (saved: Stream) => void }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      {stream.state !== "ended" && (
        <Button icon="pencil" onPress={() => setEditing(true)}>
          {words.value.editCamera.title}
        </Button>
      )}
      <RemoveCamera stream={stream} />
      {isEditing && (
        <EditCamera
          stream={stream}
          onClose={() => setEditing(false)}
          onSaved={(saved) => {
            onSaved(saved);
            setEditing(false);
          }}
        />
      )}
    </>
  );
}
