import { useState } from "preact/hooks";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

const searchSec = 3;

/** Cameras that answer a search of the network. */
export function Discovery({ onChoose }: { onChoose: (address: string) => void }) {
  const [round, setRound] = useState(0);
  const { data, error, isLoading, reload } = useLoad(
    async (signal) =>
      (await box.surveillance.createDiscover({ seconds: searchSec }, { signal })).data.data,
    [round],
  );
  const { addCamera: own } = words.value;
  return (
    <Section
      title={own.found}
      actions={
        <Button isBusy={isLoading} onPress={() => setRound(round + 1)}>
          {own.searchAgain}
        </Button>
      }
    >
      <Problem error={error} onRetry={reload} />
      {isLoading && <p role="status">{own.searching}</p>}
      {!isLoading && data?.length === 0 && <Empty>{own.noneFound}</Empty>}
      <ul class="entries">
        {data?.map((camera) => (
          <li key={camera.onvif_url}>
            <div>
              <strong>{camera.name ?? camera.hardware ?? camera.ip}</strong>
              <p class="quiet-text">
                <span dir="ltr">{camera.ip}</span>
                {camera.streams.length > 0 &&
                  ` · ${say(own.watched, { names: camera.streams.join(", ") })}`}
              </p>
            </div>
            <Button onPress={() => onChoose(camera.ip)}>{own.choose}</Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
