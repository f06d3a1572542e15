import "./cameras.css";
import { useState } from "preact/hooks";
import type { Stream } from "../../../../client/source/generated.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Badge, Empty, Loading, Notice, Problem } from "../../parts/notice.tsx";
import { CheckField } from "../../parts/field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Page } from "../../parts/page.tsx";
import { StreamPicture } from "../../video/stream-picture.tsx";
import { count, number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { stateTone } from "./stream-words.ts";
import { useStreams } from "./streams.ts";

/** `context.site` of the demo's drawn scene. */
const syntheticSite = "Demo yard (synthetic scene)";

/** The wall: every camera with its picture and state. */
export function View() {
  const { streams, error, reload } = useStreams();
  const [isAnnotated, setAnnotated] = useState(false);
  const { cameras: own, nav, shell } = words.value;
  return (
    <Page
      title={nav.cameras}
      actions={
        may("surveillance:write") && (
          <a class="button main" href={href("/cameras/new")}>
            <Icon name="plus" />
            {own.add}
          </a>
        )
      }
    >
      <Problem error={error} onRetry={reload} />
      {streams?.some(({ context }) => context.site === syntheticSite) && (
        <Notice>{shell.synthetic}</Notice>
      )}
      {streams === undefined && error === undefined && <Loading />}
      {streams?.length === 0 && <Empty>{own.nothing}</Empty>}
      {streams !== undefined && streams.length > 0 && (
        <CheckField label={own.annotated} value={isAnnotated} onChange={setAnnotated} />
      )}
      <ul class="wall">
        {streams?.map((stream) => (
          <Tile key={stream.stream_id} stream={stream} isAnnotated={isAnnotated} />
        ))}
      </ul>
    </Page>
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
        <Badge tone={stateTone(state)}>{own.states[state]}</Badge>
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
