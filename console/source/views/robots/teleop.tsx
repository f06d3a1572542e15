import { useEffect, useRef, useState } from "preact/hooks";
import { box } from "../../api/box.ts";
import { explain } from "../../api/explain.ts";
import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { number, percent, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { DrivePad } from "./drive-pad.tsx";
import { type StickPosition, TeleopLink, type TeleopState } from "./teleop-link.ts";

/** Shares of the robot's greatest speed. */
const shares = [0.25, 0.5, 1] as const;

/** Driving by hand; `onLink` hands out what the stop is to reach too. */
export function Teleop(props: {
  robotId: string;
  onLink: (link: TeleopLink | undefined) => void;
  /** Called when driving begins and ends. */
  onDriving: (isDriving: boolean) => void;
}) {
  const { robotId, onLink, onDriving } = props;
  const [state, setState] = useState<TeleopState>({ name: "idle" });
  const [share, setShare] = useState<number>(shares[0]);
  const [why, setWhy] = useState("");
  const link = useRef<TeleopLink | undefined>(undefined);
  const { robots: own } = words.value;
  useEffect(() => {
    const opened = new TeleopLink(robotId, setState);
    link.current = opened;
    onLink(opened);
    return () => {
      opened.close();
      onLink(undefined);
    };
  }, [robotId]);
  useEffect(() => {
    if (state.name === "refused") void whyRefused(robotId).then(setWhy);
    else setWhy("");
  }, [state.name]);
  const isOpen = state.name === "driving" || state.name === "opening";
  useEffect(() => onDriving(state.name === "driving"), [state.name === "driving"]);
  const steer = ({ forward, turn }: StickPosition): void =>
    link.current?.steer({ forward: forward * share, turn: turn * share });
  return (
    <Section
      title={own.drive}
      actions={
        isOpen ? (
          <Button onPress={() => link.current?.close()}>{own.driveEnd}</Button>
        ) : (
          <Button tone="main" onPress={() => link.current?.open()}>
            {own.driveStart}
          </Button>
        )
      }
    >
      <p class="hint">{own.driveHint}</p>
      <div class="row" role="group" aria-label={own.speed}>
        {shares.map((each) => (
          <Button key={each} isPressed={each === share} onPress={() => setShare(each)}>
            {say(own.driveSpeed, { percent: percent(each) })}
          </Button>
        ))}
      </div>
      {state.name === "driving" && (
        <DrivePad onSteer={steer} onStop={() => link.current?.stop()} label={own.pad} />
      )}
      <div role="status">{stateText(state, why)}</div>
    </Section>
  );
}

function stateText(state: TeleopState, why: string) {
  const { robots: own } = words.value;
  switch (state.name) {
    case "idle":
      return null;
    case "opening":
      return <p>{own.opening}</p>;
    case "driving": {
      const { linear, angular, refused, picture } = state;
      if (refused === "picture_stale") return <Notice tone="warning">{own.pictureStale}</Notice>;
      if (refused !== undefined) return <Notice tone="warning">{refused}</Notice>;
      const speeds = say(own.driving, { linear: number(linear, 2), angular: number(angular, 2) });
      return (
        <p>
          {speeds} {picture && pictureText(picture)}
        </p>
      );
    }
    case "over":
      return (
        <Notice tone="warning">{say(own.driveOver, { reason: endReason(state.reason) })}</Notice>
      );
    case "refused":
      return (
        <Notice tone="critical">
          {own.notTaken} {why}
        </Notice>
      );
  }
}

function pictureText({ ageMs, share }: { ageMs: number | null; share: number }): string {
  const { robots: own } = words.value;
  if (ageMs === null) return own.pictureUnseen;
  const age = say(own.pictureAge, { ms: number(ageMs, 0) });
  return share < 1 ? `${age} ${say(own.pictureSlow, { percent: percent(share) })}` : age;
}

function endReason(code: string): string {
  const reasons: Readonly<Record<string, string>> = words.value.robots.driveEnds;
  return reasons[code] ?? code;
}

/** Asks with a velocity of zero, since a browser hides why a server refused a WebSocket. */
async function whyRefused(robotId: string): Promise<string> {
  const command = { command: "teleop", linear_mps: 0, angular_radps: 0, duration_ms: 20 } as const;
  try {
    await box.robots.commandRobot({ robot_id: robotId }, { command });
    return "";
  } catch (error) {
    return explain(error);
  }
}
