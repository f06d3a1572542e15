import type { RobotRecording } from "../../../../../client/source/generated.ts";
import { type Act, useAct } from "../../../api/act.ts";
import { assetAddress } from "../../../api/assets.ts";
import { box } from "../../../api/box.ts";
import { usePages } from "../../../api/pages.ts";
import { href } from "../../../app/router.ts";
import { may } from "../../../app/session.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Badge, Problem, type Tone } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { Paged, Table } from "../../../parts/paged.tsx";
import { bytes, dateTime, say, secondsOf } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";

const everyMs = 3000;
const limit = 10;
/** How long a recording on request goes on unless somebody ends it: the most that the box allows. */
const mostSec = 300;
const tones = { recording: "info", ready: "good", failed: "critical" } as const satisfies Record<
  RobotRecording["state"],
  Tone
>;

/** The recordings of a robot. A caller who may command the robot can start and end one. */
export function RobotRecordings({ robotId }: { robotId: string }) {
  const { robots, common } = words.value;
  const own = robots.recordings;
  const pages = usePages(
    (after, signal) =>
      box.robots.listRecordings({ robot_id: robotId, limit, ...after }, { signal }),
    [robotId],
    { everyMs },
  );
  const act = useAct();
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    if (await act.run(work)) pages.reload();
  };
  const open = pages.items?.find(({ state }) => state === "recording");
  const head = [robots.when, own.length, own.size, own.cause, common.state, common.actions];
  return (
    <Section title={own.title}>
      {may("robots:command") && pages.items && (
        <div class="row">
          {open ? (
            <Button
              icon="stop"
              isBusy={act.isRunning}
              onPress={() =>
                void change(() => box.robots.finishRecording({ recording_id: open.id }))
              }
            >
              {own.finish}
            </Button>
          ) : (
            <Button isBusy={act.isRunning} onPress={() => void change(() => start(robotId))}>
              {own.start}
            </Button>
          )}
          <span class="hint">{open ? own.finishHint : own.startHint}</span>
        </div>
      )}
      <Problem error={act.error} />
      <Paged pages={pages} none={own.none}>
        {(recordings) => (
          <Table label={own.title} head={head}>
            {recordings.map((each) => (
              <Row key={each.id} recording={each} act={act} change={change} />
            ))}
          </Table>
        )}
      </Paged>
    </Section>
  );
}

function start(robotId: string): Promise<unknown> {
  return box.robots.recordingsRobot({ robot_id: robotId }, { after_seconds: mostSec });
}

function Row(props: {
  recording: RobotRecording;
  act: Act;
  change: (work: () => Promise<unknown>) => Promise<void>;
}) {
  const { recording, act, change } = props;
  const { id, state, problem, size_bytes: size, from } = recording;
  const { common, robots } = words.value;
  const own = robots.recordings;
  const when = dateTime(from);
  // What is being recorded ends in the future.
  const toSec = Math.min(recording.to, Date.now() / 1000);
  return (
    <tr data-recording={id}>
      <td>{when}</td>
      <td>{secondsOf(Math.max(0, Math.round(toSec - from)))}</td>
      <td>{size === null ? "–" : bytes(size)}</td>
      <td>
        <Causes of={recording} />
      </td>
      <td>
        <Badge tone={tones[state]}>{own.states[state]}</Badge>
        {problem !== null && (
          <p lang="en" dir="ltr">
            {problem}
          </p>
        )}
      </td>
      <td>
        <div class="row">
          <Download recording={recording} label={say(own.downloadNamed, { time: when })} />
          {state !== "recording" && may("robots:write") && (
            <ConfirmButton
              isDisabled={act.isRunning}
              label={say(own.removeNamed, { time: when })}
              onPress={() => void change(() => box.robots.deleteRecording({ recording_id: id }))}
            >
              {common.delete}
            </ConfirmButton>
          )}
        </div>
      </td>
    </tr>
  );
}

/** What caused the recording: a camera's incident opens in the queue, and a robot's at its time on the timeline. */
function Causes({ of: { causes } }: { of: RobotRecording }) {
  return (
    <>
      {causes.map(({ kind, incident_id: id, type, at }, index) => {
        if (kind === "request")
          return <div key={index}>{words.value.robots.recordings.request}</div>;
        const address =
          kind === "incident"
            ? href("/review", { review: "all", id: id! })
            : href("/review/timeline", { at: String(Math.floor(at)) });
        const name = typeName(type ?? "");
        return (
          <div key={index}>{may("surveillance:read") ? <a href={address}>{name}</a> : name}</div>
        );
      })}
    </>
  );
}

function Download(props: { recording: RobotRecording; label: string }) {
  const { url, robot_id: robotId, id } = props.recording;
  const address = url === null ? undefined : assetAddress(url);
  if (address === undefined) return null;
  return (
    <a
      class="button plain"
      href={address}
      download={`${robotId}-${id.slice(0, 8)}.mcap`}
      aria-label={props.label}
    >
      {words.value.backup.download}
    </a>
  );
}
