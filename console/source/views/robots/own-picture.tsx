import { useEffect, useRef, useState } from "preact/hooks";
import { explain } from "../../api/explain.ts";
import { box } from "../../api/box.ts";
import { robotName } from "../../app/site.ts";
import { Section } from "../../parts/page.tsx";
import { usePictureAge } from "../../video/picture-age.ts";
import { useVisible } from "../../video/visible.ts";
import { say, timeOfDay } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** Time between two pictures, in milliseconds. */
const everyMs = 500;
const maxAgeMs = 2000;

/** Pictures of the robot's own camera, one after the other while they can be seen. */
export function OwnPicture({ robotId }: { robotId: string }) {
  const { robots: own, cameras } = words.value;
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useVisible(frame);
  const age = usePictureAge(maxAgeMs);
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!isSeen) return;
    const stop = new AbortController();
    void show(stop.signal);
    return () => stop.abort();
  }, [isSeen, robotId]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);

  async function show(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const answer = await box.robots.getRobotPicture({ robot_id: robotId }, { signal });
        const picture = URL.createObjectURL(await answer.blob());
        setAddress(picture);
        setProblem("");
      } catch (error) {
        if (!signal.aborted) setProblem(explain(error));
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  const shownAt = age.shownAtSec;
  const isOld = shownAt !== undefined && !age.isFresh;
  return (
    <Section title={own.picture}>
      <div class="robot-picture">
        <div class="screen" ref={frame} style={{ aspectRatio: "16 / 9" }} data-old={isOld}>
          {address !== undefined && (
            <img
              alt={say(cameras.pictureOf, { name: robotName(robotId) })}
              src={address}
              onLoad={age.onPicture}
            />
          )}
          {shownAt === undefined && <p class="veil pending">{cameras.pending}</p>}
          {shownAt !== undefined && (
            <span class="screen-mode">
              {isOld ? say(cameras.lastPicture, { time: timeOfDay(shownAt) }) : cameras.live}
            </span>
          )}
        </div>
      </div>
      {problem !== "" && <p class="quiet-text">{problem}</p>}
    </Section>
  );
}
