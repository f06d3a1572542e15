import { go, href } from "../../../app/router.ts";
import { Page } from "../../../parts/page.tsx";
import { words } from "../../../words/words.ts";
import type { ViewProps } from "../../registry.ts";
import { MissionEditor } from "./mission-editor.tsx";

/** A new mission, or the one that the address names. */
export function View({ params: { id } }: ViewProps) {
  const { missionEditor: own, missions } = words.value;
  return (
    <Page
      title={id === undefined ? own.newMission : own.mission}
      back={{ href: href("/missions"), label: missions.title }}
    >
      <MissionEditor
        {...(id === undefined ? {} : { missionId: id })}
        onDone={() => go("/missions")}
      />
    </Page>
  );
}
