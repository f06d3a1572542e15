import { useEffect, useState } from "preact/hooks";
import type { SiteFile } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";

const askEveryMs = 1000;
/** The box takes a change back after 60 s; its second restart comes on top. */
const giveUpMs = 180_000;

/** The site file and how its last change stands. */
export interface SiteFileState {
  file: SiteFile | undefined;
  error: unknown;
  /** True from a change until the box answers again. */
  isRestarting: boolean;
  /** True after this page confirmed a change. */
  isKept: boolean;
  /** The settings that a change by this page has put in force without a restart. */
  inForce: readonly string[];
  /** Puts a text on trial; this page confirms it as soon as it reaches the box again. */
  apply(yaml: string): Promise<void>;
  /** Keeps the file on trial. */
  confirm(): Promise<void>;
}

/** Loads the site file; after a change, or once the box is back from its restart, confirms it. */
export function useSiteFile(onApplied: () => void): SiteFileState {
  const [inForce, setInForce] = useState<readonly string[]>([]);
  const [isRestarting, setRestarting] = useState(false);
  const [isKept, setKept] = useState(false);
  const { data, error, reload } = useLoad(
    async (signal) => (await box.system.getFile({ signal })).data,
    [],
  );
  const confirm = async (): Promise<void> => {
    await box.system.createConfirm();
    setKept(true);
    reload();
    onApplied();
  };
  useEffect(() => {
    if (!isRestarting) return;
    const sinceMs = performance.now();
    const end = (): void => {
      setRestarting(false);
      reload();
    };
    const timer = setInterval(() => {
      void answerOfRestarted().then(async (state) => {
        if (state === "pending") await confirm();
        if (state !== undefined || performance.now() - sinceMs > giveUpMs) end();
      }, ignore);
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [isRestarting]);
  return {
    file: data,
    error: isRestarting ? undefined : error,
    isRestarting,
    isKept,
    inForce,
    confirm,
    async apply(yaml) {
      const { applied } = (await box.system.setFile({ yaml, etag: data?.etag ?? "" })).data;
      setInForce(applied.in_force);
      setKept(false);
      if (applied.waiting.length > 0) setRestarting(true);
      // In force already, and this page reaches the box.
      else await confirm();
    },
  };
}

/** Where the change stands once the box has restarted; undefined before. */
async function answerOfRestarted(): Promise<SiteFile["trial"]["state"] | undefined> {
  const { trial } = (await box.system.getFile()).data;
  return trial.state === "pending" && trial.revert_at === null ? undefined : trial.state;
}

/** The box is away while it restarts: the next try follows in a second. */
function ignore(): void {}
