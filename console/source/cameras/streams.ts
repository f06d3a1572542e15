import { useEffect } from "preact/hooks";
import type { Stream } from "../../../client/source/generated.ts";
import { box } from "../api/box.ts";
import { siteEvents } from "../api/events.ts";
import { useLoad } from "../api/load.ts";
import { keepNames } from "./camera-name.ts";

const everyMs = 5000;

/** The running streams, kept current by events and every five seconds. */
export function useStreams(): {
  streams: readonly Stream[] | undefined;
  error: unknown;
  reload: () => void;
} {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.listStreams({ limit: 100 }, { signal })).data.data,
    [],
    { everyMs },
  );
  useEffect(() => keepNames(data ?? []), [data]);
  useEffect(() => siteEvents.follow(["stream.status"], reload, reload), [reload]);
  return { streams: data?.filter(({ state }) => state !== "ended"), error, reload };
}
