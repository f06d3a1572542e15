import { streamAddress } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { dateTime, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import type { TimeRange } from "./range.ts";
import { nameOf } from "../../../cameras/camera-name.ts";

const mostSec = 86_400;

/** The files of the span between the brackets, for each chosen camera and as one archive. */
export function ExportBar(props: {
  brackets: Partial<TimeRange>;
  streamIds: readonly string[];
  onClear: () => void;
}) {
  const { brackets, streamIds } = props;
  const { from, to } = brackets;
  const { timeline } = words.value;
  if (from === undefined || to === undefined || to <= from) return null;
  const span = `from=${from.toFixed(3)}&to=${to.toFixed(3)}`;
  const archive = `/api/v1/surveillance/recordings/export.zip?stream_ids=${streamIds.map(encodeURIComponent).join(",")}&${span}&time_lapse=true`;
  return (
    <section class="panel timeline-export" aria-label={timeline.export}>
      <p>{say(timeline.span, { from: dateTime(from), to: dateTime(to) })}</p>
      {to - from > mostSec ? (
        <p class="quiet-text">{timeline.tooLong}</p>
      ) : (
        <div class="row">
          <a class="button main" href={archive} download>
            {timeline.zip}
          </a>
          {streamIds.map((id) => (
            <a
              key={id}
              class="button"
              href={streamAddress(id, `clip.mp4?${span}`)}
              download={`${id}.mp4`}
            >
              {say(timeline.oneFile, { name: nameOf(id) })}
            </a>
          ))}
          {streamIds.map((id) => (
            <a
              key={id}
              class="button"
              href={streamAddress(id, `time-lapse.mp4?${span}`)}
              download={`${id}-time-lapse.mp4`}
            >
              {timeline.timeLapse} {nameOf(id)}
            </a>
          ))}
        </div>
      )}
      <Button tone="quiet" onPress={props.onClear}>
        {timeline.clear}
      </Button>
    </section>
  );
}
