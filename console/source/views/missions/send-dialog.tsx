import { useState } from "preact/hooks";
import type { RobotMission, RobotTaskRequest } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { useJob } from "../../api/job.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../parts/button.tsx";
import { NumberField, SelectField, TextField } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Problem } from "../../parts/notice.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { nameOf } from "../robots/fleet.ts";
import { ChoiceTable } from "./choice-table.tsx";
import { missionRunOf } from "./mission-run.ts";
import { missionOf, type Single, SingleTaskFields, singleParams } from "./single-task-fields.tsx";

/** What the form asks about any task. */
interface Draft {
  robotId: string;
  priority: number | undefined;
  /** Local date and time; empty for none. */
  deadline: string;
}

/** Queues a stored mission, or a single task, and shows on request which robot would get it. */
export function SendDialog(props: {
  mission?: RobotMission;
  onClose: () => void;
  onSent: (jobId: string) => void;
}) {
  const { mission, onClose, onSent } = props;
  const { missions: own } = words.value;
  const [draft, setDraft] = useState<Draft>({
    robotId: mission?.robot_id ?? "",
    priority: mission?.priority,
    deadline: "",
  });
  const [single, setSingle] = useState<Single>({ type: "go", place: "", message: "" });
  const { run, error, isRunning } = useAct();
  const offer = useJob();
  const request = (): RobotTaskRequest => ({
    ...(mission ? { mission_id: mission.id } : { mission: missionOf(single) }),
    ...requestOf(draft),
  });
  const refusal = error ?? offer.error;
  const problems = fieldProblems(refusal, [...draftParams, ...(mission ? [] : singleParams)]);
  const send = async (): Promise<void> => {
    let id = "";
    const work = async () => (id = (await box.robots.createTask(request())).data.job_id);
    if (await run(work)) onSent(id);
  };
  const look = (): void =>
    void offer.start((options) => box.robots.createTask({ ...request(), dry_run: true }, options));
  const choice = offer.job && missionRunOf(offer.job).choice;
  return (
    <FormDialog
      title={mission ? say(own.startOf, { name: mission.name }) : own.send}
      onClose={onClose}
      error={problems.rest}
      isBusy={isRunning}
      submitLabel={own.start}
      onSubmit={send}
      result={
        <div class="stack" role="status">
          {offer.job?.error && <Problem error={new Error(offer.job.error.message)} />}
          {choice && <ChoiceTable choice={choice} />}
        </div>
      }
    >
      {!mission && <SingleTaskFields value={single} problems={problems} onChange={setSingle} />}
      <DraftFields value={draft} problems={problems} onChange={setDraft} />
      <div class="row">
        <Button isBusy={offer.isRunning} onPress={look}>
          {own.showChoice}
        </Button>
      </div>
    </FormDialog>
  );
}

const draftParams = ["robot_id", "priority", "deadline_at"];

function requestOf({ robotId, priority, deadline }: Draft): Partial<RobotTaskRequest> {
  return {
    robot_id: robotId === "" ? null : robotId,
    ...(priority === undefined ? {} : { priority }),
    ...(deadline === "" ? {} : { deadline_at: Date.parse(deadline) / 1000 }),
  };
}

function DraftFields(props: {
  value: Draft;
  problems: ReturnType<typeof fieldProblems>;
  onChange: (value: Draft) => void;
}) {
  const { value, problems, onChange } = props;
  const { missions: own, common, rules } = words.value;
  const robots = site.robots.value ?? [];
  return (
    <div class="fields">
      <SelectField
        label={rules.robot}
        problem={problems.of("robot_id")}
        value={value.robotId}
        onChange={(robotId) => onChange({ ...value, robotId })}
        options={[
          ["", own.anyRobot],
          ...robots.map((robot) => [robot.robot_id, nameOf(robot)] as const),
        ]}
      />
      <NumberField
        label={own.priority}
        hint={own.priorityHint}
        problem={problems.of("priority")}
        min={0}
        max={100}
        step={1}
        value={value.priority}
        onChange={(priority) => onChange({ ...value, priority })}
      />
      <TextField
        label={own.deadline}
        hint={common.optional}
        problem={problems.of("deadline_at")}
        type="datetime-local"
        value={value.deadline}
        onChange={(deadline) => onChange({ ...value, deadline })}
      />
    </div>
  );
}
