import { Icon } from "../parts/icon.tsx";
import { StopMessages, useStops } from "../views/robots/stops.tsx";
import { words } from "../words/words.ts";
import { may } from "./session.ts";
import { site } from "./site.ts";

/** The stop of all robots, within reach in every view; one press sends it. */
export function StopButton() {
  const { robots: own } = words.value;
  const { messages, stopAll } = useStops();
  const robots = site.robots.value ?? [];
  if (robots.length === 0 || !may("robots:command")) return null;
  return (
    <div class="top-stop">
      <button
        type="button"
        class="stop-button"
        // It begins with the visible word: people who speak to their computer say that one.
        aria-label={`${own.stop}: ${own.stopAll}`}
        title={own.stopAll}
        onClick={() => stopAll(robots)}
      >
        <Icon name="stop" />
        <span>{own.stop}</span>
      </button>
      <div role="status" class="stop-messages">
        <StopMessages messages={messages} />
      </div>
    </div>
  );
}
