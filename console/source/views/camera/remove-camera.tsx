import { useState } from "preact/hooks";
import type { Stream } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { go } from "../../app/router.ts";
import { cameraName } from "../../cameras/camera-name.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Problem } from "../../parts/notice.tsx";
import { count, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** Removes a camera, after it has named what goes with it and what stays. */
export function RemoveCamera({ stream }: { stream: Stream }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="trash" onPress={() => setOpen(true)}>
        {words.value.cameras.remove}
      </Button>
      {isOpen && <Question stream={stream} onClose={() => setOpen(false)} />}
    </>
  );
}

function Question({ stream, onClose }: { stream: Stream; onClose: () => void }) {
  const { run, error, isRunning } = useAct();
  const { removeCamera: own, common } = words.value;
  const { stream_id: id, masks, behaviors, context } = stream;
  const incidents = useLoad(
    async (signal) => {
      const query = { stream_id: id, limit: 1 };
      return (await box.surveillance.listIncidents(query, { signal })).data.total;
    },
    [id],
  );
  const remove = async (): Promise<void> => {
    const args = { stream_id: id };
    const isDone = await run(async () => {
      // The first request ends a running stream, and one for an ended stream removes its settings.
      const { data } = await box.surveillance.deleteStream(args);
      if (stream.state !== "ended" && data.state === "ended") {
        await box.surveillance.deleteStream(args);
      }
    });
    if (isDone) go("/system/cameras");
  };
  const gone = [
    count(own.zones, Object.keys(context.zones).length),
    count(own.masks, masks.length),
    count(own.rules, behaviors.length),
    ...(stream.calibration ? [own.calibration] : []),
  ];
  return (
    <Dialog title={say(own.title, { name: cameraName(stream) })} onClose={onClose}>
      <div class="stack">
        <p>{own.goes}</p>
        <ul>
          <li>{own.address}</li>
          {gone.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>{own.stays}</p>
        <ul>
          {incidents.data !== undefined && <li>{count(own.incidents, incidents.data)}</li>}
          <li>{own.recordings}</li>
          {stream.policies.length > 0 && <li>{count(own.policies, stream.policies.length)}</li>}
        </ul>
        <Problem error={error} />
        <div class="row">
          <Button tone="danger" icon="trash" isBusy={isRunning} onPress={() => void remove()}>
            {own.confirm}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
