import type { Mode } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may } from "../../../app/session.ts";
import { site } from "../../../app/site.ts";
import { Button } from "../../../parts/button.tsx";
import { Problem } from "../../../parts/notice.tsx";
import { say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

const modes = ["armed", "home", "disarmed"] as const;
const everyMs = 10_000;

/** The site's mode, and the buttons that change it. */
export function ModeSwitch() {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.getMode({ signal })).data,
    [],
    { everyMs },
  );
  const setting = useAct();
  const { overview: own, policies } = words.value;
  const set = async (mode: Mode["mode"]): Promise<void> => {
    const isSet = await setting.run(async () => {
      site.mode.value = (await box.surveillance.setMode({ mode })).data;
    });
    if (isSet) reload();
  };
  return (
    <>
      <div class="row" role="group" aria-label={own.mode}>
        {modes.map((mode) => (
          <Button
            key={mode}
            isPressed={data?.mode === mode}
            isDisabled={!data || setting.isRunning || !may("surveillance:write")}
            onPress={() => void set(mode)}
          >
            {policies.modeNames[mode]}
          </Button>
        ))}
      </div>
      {data?.next_change && (
        <p class="quiet-text">
          {say(own.nextMode, {
            mode: policies.modeNames[data.next_change.mode],
            time: time(data.next_change.at),
          })}
        </p>
      )}
      <p class="hint">{own.modeHint}</p>
      <Problem error={setting.error ?? error} />
    </>
  );
}
