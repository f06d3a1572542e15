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
  /** Puts a text on trial; this page confirms it as soon as it reaches the box again. */
  apply(yaml: string): Promise<void>;
  /** Keeps the file on trial. */
  confirm(): Promise<void>;
}

/** Loads the site file; after a change asks until the box is back, and confirms. */
export function useSiteFile(): SiteFileState {
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
    confirm,
    async apply(yaml) {
      await box.system.setFile({ yaml, etag: data?.etag ?? "" });
      setKept(false);
      setRestarting(true);
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
