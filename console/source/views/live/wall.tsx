import "./wall.css";
import type { Stream } from "../../../../client/source/generated.ts";
import { href } from "../../app/router.ts";
import { StreamBadge } from "../../cameras/stream-badge.tsx";
import { Badge } from "../../parts/notice.tsx";
import { StreamPicture } from "../../video/stream-picture.tsx";
import { count, number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** Cameras side by side, each with its picture and state. */
export function Wall(props: { streams: readonly Stream[]; isAnnotated: boolean }) {
  return (
    <ul class="wall">
      {props.streams.map((stream) => (
        <Tile key={stream.stream_id} stream={stream} isAnnotated={props.isAnnotated} />
      ))}
    </ul>
  );
}

function Tile({ stream, isAnnotated }: { stream: Stream; isAnnotated: boolean }) {
  const { cameras: own } = words.value;
  const { stream_id: id, state, open_incidents: open } = stream;
  return (
    <li class="tile" data-stream={id} data-state={state}>
      <StreamPicture stream={stream} isAnnotated={isAnnotated} isSmall />
      <div class="tile-text">
        <a class="tile-name" href={href(`/cameras/${encodeURIComponent(id)}`)}>
          {id}
        </a>
        <StreamBadge state={state} />
        {open > 0 && <Badge tone="critical">{count(own.open, open)}</Badge>}
      </div>
      <p class="quiet-text">
        {[stream.context.site, say(own.rate, { rate: number(stream.fps_detected) })]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {stream.last_error && <p class="quiet-text">{stream.last_error.message}</p>}
    </li>
  );
}
