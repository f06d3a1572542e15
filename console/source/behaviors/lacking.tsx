import type { Behavior, Stream } from "../../../client/source/generated.ts";
import { href } from "../app/router.ts";
import { Notice } from "../parts/notice.tsx";
import { words } from "../words/words.ts";
import { kinds } from "./kinds.ts";

/** What a camera lacks for a behavior, with the way to the place where it can get it; nothing if it lacks nothing. */
export function Lacking(props: {
  stream: Pick<Stream, "stream_id" | "calibration" | "context" | "model">;
  behavior: Behavior;
}) {
  const { stream, behavior } = props;
  const { behaviors: own, calibration, nav } = words.value;
  const { needs } = kinds[behavior.type] ?? {};
  const { model, context } = stream;
  if (needs === "classes" && model.unsupported_behaviors.includes(behavior.type)) {
    return (
      <Notice tone="warning">
        {own.lacksClasses} <a href={href("/system/models")}>{nav.models}</a>
      </Notice>
    );
  }
  const isMeasured = stream.calibration !== null || context.zones[behavior.zone ?? ""]?.metres;
  if (needs !== "metres" || isMeasured) return null;
  const path = `/cameras/${encodeURIComponent(stream.stream_id)}`;
  return (
    <Notice tone="warning">
      {own.lacksMetres} <a href={href(path, { show: "calibration" })}>{calibration.title}</a>
    </Notice>
  );
}
