import { useState } from "preact/hooks";
import type { RobotCommandBody } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { Button } from "../../parts/button.tsx";
import { NumberField, SelectField, TextField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import type { HeardRobot } from "./fleet.ts";
import { useSiteMaps } from "./site-maps.ts";

type Point = readonly [number, number];

/** Commands without anything to say beside them. */
const simple = ["dock", "undock", "pause", "resume", "cancel"] as const;

/** What can be told to a robot of the view, and the place that was chosen on its map. */
export interface RobotOrdersProps {
  robot: HeardRobot;
  frame: string;
  goal: Point | undefined;
  onGoal: (goal: Point | undefined) => void;
  onSent: () => void;
}

/** Sends a robot to a place, and tells it the rest that it can do. */
export function RobotOrders(props: RobotOrdersProps) {
  const { robot, frame, onSent } = props;
  const { robots: own } = words.value;
  const { isRunning, error, run } = useAct();
  const can = (command: string): boolean =>
    robot.capabilities.some(({ name, available }) => name === command && available);
  const send = async (command: RobotCommandBody): Promise<void> => {
    const args = { robot_id: robot.robot_id };
    if (await run(() => box.robots.commandRobot(args, { command }))) onSent();
  };
  return (
    <Section title={own.command}>
      {can("move_to") && (
        <GoTo
          {...props}
          isBusy={isRunning}
          onGo={([x, y]) => void send({ command: "move_to", target: { frame, x, y } })}
        />
      )}
      {can("move_to") && (
        <GoToPlace
          isBusy={isRunning}
          onGo={(place) => void send({ command: "move_to", target: { place } })}
        />
      )}
      <div class="row">
        {simple
          .filter((command) => command === "cancel" || can(command))
          .map((command) => (
            <Button key={command} isBusy={isRunning} onPress={() => void send({ command })}>
              {own.commands[command]}
            </Button>
          ))}
      </div>
      {can("announce") && (
        <Announce
          isBusy={isRunning}
          onSay={(message) => void send({ command: "announce", message })}
        />
      )}
      <Problem error={error} />
    </Section>
  );
}

function GoTo(
  props: Pick<RobotOrdersProps, "frame" | "goal" | "onGoal"> & {
    isBusy: boolean;
    onGo: (goal: Point) => void;
  },
) {
  const { frame, goal, onGoal, isBusy, onGo } = props;
  return (
    <form
      data-draft
      class="row orders"
      onSubmit={(event) => {
        event.preventDefault();
        if (goal) onGo(goal);
      }}
    >
      <NumberField
        label={`x (m, ${frame})`}
        value={goal?.[0]}
        onChange={(x) => onGoal([x ?? 0, goal?.[1] ?? 0])}
      />
      <NumberField
        label={`y (m, ${frame})`}
        value={goal?.[1]}
        onChange={(y) => onGoal([goal?.[0] ?? 0, y ?? 0])}
      />
      <Button tone="main" isBusy={isBusy} isDisabled={!goal}>
        {words.value.robots.goTo}
      </Button>
    </form>
  );
}

/** Sends the robot to a stored place; nothing where there are none. */
function GoToPlace({ isBusy, onGo }: { isBusy: boolean; onGo: (name: string) => void }) {
  const { maps: own, robots } = words.value;
  const { places } = useSiteMaps();
  const [chosen, setChosen] = useState("");
  const name = places.some((place) => place.name === chosen) ? chosen : places[0]?.name;
  if (name === undefined) return null;
  return (
    <form
      data-place-order
      class="row orders"
      onSubmit={(event) => {
        event.preventDefault();
        onGo(name);
      }}
    >
      <SelectField
        label={own.toPlace}
        value={name}
        onChange={setChosen}
        options={places.map((place) => [place.name, place.name] as const)}
      />
      <Button isBusy={isBusy}>{robots.goTo}</Button>
    </form>
  );
}

function Announce({ isBusy, onSay }: { isBusy: boolean; onSay: (message: string) => void }) {
  const { robots: own } = words.value;
  const [message, setMessage] = useState("");
  return (
    <form
      data-draft
      class="row orders"
      onSubmit={(event) => {
        event.preventDefault();
        onSay(message);
      }}
    >
      <TextField
        label={own.message}
        value={message}
        onChange={setMessage}
        maxLength={500}
        required
      />
      <Button isBusy={isBusy}>{own.say}</Button>
    </form>
  );
}
