import type { Stream } from "../../../client/source/generated.ts";
import { Icon } from "../parts/icon.tsx";
import { say, timeOfDay } from "../words/say.ts";
import { words } from "../words/words.ts";
import type { PictureAge } from "./picture-age.ts";

/** What stands over a picture. */
export interface PictureStateProps {
  state: Stream["state"];
  isLive: boolean;
  /** Others have taken the places for live views. */
  isCrowded: boolean;
  /** Nobody can say how old the picture is. */
  isUntimed: boolean;
  age: Pick<PictureAge, "isFresh" | "shownAtSec">;
}

/** What kind of picture it is, when the last one was shown, or why there is none. */
export function PictureState({ state, isLive, isCrowded, isUntimed, age }: PictureStateProps) {
  const { cameras } = words.value;
  const hasVideo = state === "watching" || state === "degraded";
  const isPending = hasVideo && !isUntimed && age.shownAtSec === undefined;
  const mode = modeText({ hasVideo, isLive, isCrowded, isUntimed, age });
  return (
    <>
      {!hasVideo && <p class="veil">{cameras.states[state]}</p>}
      {isPending && (
        <p class="veil pending">
          <Icon name="cameras" />
          {cameras.pending}
        </p>
      )}
      {mode !== "" && <span class="screen-mode">{mode}</span>}
    </>
  );
}

function modeText(props: Omit<PictureStateProps, "state"> & { hasVideo: boolean }): string {
  const { hasVideo, isLive, isCrowded, isUntimed, age } = props;
  const { cameras, errors } = words.value;
  const still = isCrowded ? `${cameras.still} · ${errors.codes.too_many_streams}` : cameras.still;
  if (hasVideo && isUntimed) return cameras.still;
  if (age.shownAtSec === undefined) return hasVideo && isCrowded ? still : "";
  if (hasVideo && age.isFresh) return isLive ? cameras.live : still;
  return say(cameras.lastPicture, { time: timeOfDay(age.shownAtSec) });
}
