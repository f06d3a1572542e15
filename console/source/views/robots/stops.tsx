import { useState } from "preact/hooks";
import type { Robot } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { codeOf, explain } from "../../api/explain.ts";
import { say, timeOfDay } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { nameOf } from "./fleet.ts";

/** What a stop needs to know of a robot. */
export type StoppableRobot = Pick<Robot, "robot_id" | "name">;

/** What became of the newest stop of a robot. */
export interface StopMessage {
  text: string;
  isBad: boolean;
}

/** The newest stop's message by robot. */
export type StopMessages = Readonly<Record<string, StopMessage>>;

const patienceMs = 5000;

/** Sends stops: each call at once, also while another is under way. */
export function useStops(): {
  messages: StopMessages;
  stopAll: (robots: readonly StoppableRobot[]) => void;
} {
  const [messages, setMessages] = useState<StopMessages>({});
  const { robots: own } = words.value;
  const report = (robot: StoppableRobot, text: string, isBad = false): void =>
    setMessages((before) => ({ ...before, [robot.robot_id]: { text, isBad } }));
  const stop = (robot: StoppableRobot): void => {
    const name = nameOf(robot);
    report(robot, say(own.stopSending, { name }));
    const signal = AbortSignal.timeout(patienceMs);
    const body = { reason: "stop button of the page" };
    box.robots.stopRobot({ robot_id: robot.robot_id }, body, { signal }).then(
      ({ data }) => {
        const { took_ms: ms, done } = data;
        const at = timeOfDay(Date.now() / 1000);
        report(robot, say(own.stopDone, { name, ms: Math.round(ms), done, time: at }));
      },
      (error: unknown) => {
        const sentence = codeOf(error) === "insufficient_scope" ? own.stopRefused : own.stopFailed;
        report(robot, say(sentence, { name, reason: explain(error) }), true);
      },
    );
  };
  return { messages, stopAll: (robots) => robots.forEach(stop) };
}

/** What became of the stops, one line a robot. */
export function StopMessages({ messages }: { messages: StopMessages }) {
  return (
    <>
      {Object.entries(messages).map(([id, { text, isBad }]) => (
        <p key={id} class={isBad ? "bad" : undefined}>
          {text}
        </p>
      ))}
    </>
  );
}
