import { useState } from "preact/hooks";
import type { Behavior, Policy, Stream } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { pageMax, readAll } from "../../../api/pages.ts";
import { may } from "../../../app/session.ts";
import { BehaviorDialog } from "../../../behaviors/behavior-dialog.tsx";
import { cameraName } from "../../../cameras/camera-name.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Empty, Loading, Problem } from "../../../parts/notice.tsx";
import { Page } from "../../../parts/page.tsx";
import { words } from "../../../words/words.ts";
import { PolicyForm } from "./policy-form.tsx";
import { RobotRules } from "./robot-rules.tsx";
import { BehaviorEntry, PolicyEntry } from "./rule-entry.tsx";

const everyMs = 15_000;
/** A site has some dozens of each. */
const maxPages = 5;

/** The form that is open. */
type Open =
  | { kind: "policy"; policy: Policy | undefined }
  | { kind: "behavior"; stream: Stream; behavior: Behavior };

function useRules() {
  return useLoad(
    async (signal) => {
      const limit = pageMax;
      const { surveillance } = box;
      const [streams, policies] = await Promise.all([
        readAll(
          (after) => surveillance.listStreams({ limit, ...after }, { signal }),
          signal,
          maxPages,
        ),
        readAll(
          (after) => surveillance.listPolicies({ limit, ...after }, { signal }),
          signal,
          maxPages,
        ),
      ]);
      return { streams: streams.filter(({ state }) => state !== "ended"), policies };
    },
    [],
    { everyMs },
  );
}

/** Every rule that raises incidents, of the site and of each camera, and those that make robots act. */
export function View() {
  const { data, error, reload } = useRules();
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const { policies: own, nav } = words.value;
  const isEmpty =
    data && data.policies.length + data.streams.flatMap(({ behaviors }) => behaviors).length === 0;
  return (
    <Page
      title={nav.policies}
      actions={
        may("surveillance:write") && (
          <Button
            tone="main"
            icon="plus"
            onPress={() => setOpen({ kind: "policy", policy: undefined })}
          >
            {own.add}
          </Button>
        )
      }
    >
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {isEmpty && <Empty>{own.nothing}</Empty>}
      <ul class="stack">
        {data?.policies.map((policy) => (
          <PolicyEntry
            key={policy.id}
            policy={policy}
            name={nameOf(data.streams, policy.stream_id)}
            onEdit={() => setOpen({ kind: "policy", policy })}
            onChanged={reload}
          />
        ))}
        {data?.streams.map((stream) =>
          stream.behaviors.map((behavior, index) => (
            <BehaviorEntry
              key={`${stream.stream_id} ${JSON.stringify(behavior)}`}
              stream={stream}
              index={index}
              onEdit={() => setOpen({ kind: "behavior", stream, behavior })}
              onChanged={reload}
            />
          )),
        )}
      </ul>
      {may("robots:read") && <RobotRules />}
      {open && (
        <RuleForm
          open={open}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined);
            reload();
          }}
        />
      )}
    </Page>
  );
}

function nameOf(streams: readonly Stream[], id: string): string {
  const stream = streams.find((one) => one.stream_id === id);
  return stream ? cameraName(stream) : id === "" ? words.value.cameras.every : id;
}

function RuleForm(props: { open: Open; onClose: () => void; onSaved: () => void }) {
  const { open, onClose, onSaved } = props;
  const { policies: own, common } = words.value;
  if (open.kind === "behavior") {
    const { stream, behavior } = open;
    return <BehaviorDialog stream={stream} before={behavior} onClose={onClose} onSaved={onSaved} />;
  }
  return (
    <Dialog title={open.policy ? common.edit : own.add} onClose={onClose}>
      <PolicyForm policy={open.policy} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  );
}
