import "./wall.css";
import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import type { Stream } from "../../../../client/source/generated.ts";
import { href } from "../../app/router.ts";
import { cameraName } from "../../cameras/camera-name.ts";
import { SoundBadge, StreamBadge } from "../../cameras/stream-badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Badge, Empty } from "../../parts/notice.tsx";
import { StreamPicture } from "../../video/stream-picture.tsx";
import { count, number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { Severity } from "./wall-settings.ts";

/** What a wall shows. */
export interface WallProps {
  /** In the order of the wall. */
  streams: readonly Stream[];
  /** Cameras at once; further ones are on the next pages. */
  size: number;
  severities: ReadonlyMap<string, Severity>;
  isAnnotated: boolean;
  /** What full screen fills. */
  frame: RefObject<HTMLDivElement | null>;
}

/** Cameras side by side, each with its picture and state; the colour of its edge is that of its open incidents. */
export function Wall({ streams, size, severities, isAnnotated, frame }: WallProps) {
  const [wantedPage, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(streams.length / size));
  const page = Math.min(wantedPage, pages - 1);
  const shownStreams = streams.slice(page * size, (page + 1) * size);
  const { live: own } = words.value;
  return (
    <div class="wall-frame" ref={frame}>
      {streams.length === 0 && <Empty>{own.noneFound}</Empty>}
      <ul class="wall" data-columns={Math.min(Math.ceil(Math.sqrt(size)), 4)}>
        {shownStreams.map((stream) => (
          <Tile
            key={stream.stream_id}
            stream={stream}
            severity={severities.get(stream.stream_id)}
            isAnnotated={isAnnotated}
          />
        ))}
      </ul>
      {pages > 1 && (
        <div class="row wall-pages">
          <Button isDisabled={page === 0} onPress={() => setPage(page - 1)}>
            {own.previous}
          </Button>
          <span role="status">{say(own.page, { page: page + 1, pages })}</span>
          <Button isDisabled={page === pages - 1} onPress={() => setPage(page + 1)}>
            {own.next}
          </Button>
        </div>
      )}
    </div>
  );
}

function Tile(props: { stream: Stream; severity: Severity | undefined; isAnnotated: boolean }) {
  const { stream, severity, isAnnotated } = props;
  const { cameras: own } = words.value;
  const { stream_id: id, state, open_incidents: open } = stream;
  const rate = say(own.rate, { rate: number(stream.fps_detected) });
  const analysed = say("{name}: {value}", { name: own.looked, value: rate });
  return (
    <li class="tile" data-stream={id} data-state={state} data-severity={severity}>
      <StreamPicture stream={stream} isAnnotated={isAnnotated} isSmall />
      <div class="tile-text">
        <a class="tile-name" href={href(`/cameras/${encodeURIComponent(id)}`)}>
          {cameraName(stream)}
        </a>
        <StreamBadge state={state} />
        <SoundBadge stream={stream} />
        {open > 0 && (
          <Badge tone={severity === "info" || severity === undefined ? "info" : severity}>
            {count(own.open, open)}
          </Badge>
        )}
      </div>
      <p class="quiet-text tile-facts">
        {[stream.context.site, analysed].filter(Boolean).join(" · ")}
      </p>
      {stream.last_error && <p class="quiet-text tile-facts">{stream.last_error.message}</p>}
    </li>
  );
}
