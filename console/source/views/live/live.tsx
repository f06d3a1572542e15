import "./live.css";
import { useState } from "preact/hooks";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { site } from "../../app/site.ts";
import { useStreams } from "../../cameras/streams.ts";
import { Alarms } from "../../parts/alarms.tsx";
import { CheckField } from "../../parts/field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { Queue } from "./queue.tsx";
import { Wall } from "./wall.tsx";

/** `context.site` of the demo's drawn scene. */
const syntheticSite = "Demo yard (synthetic scene)";
/** Name of the stand-in for model endpoints. */
const standIn = "mock-cloud";

/** The first screen: the cameras, and beside them what nobody has reviewed. */
export function View() {
  const { streams, error, reload } = useStreams();
  const [isAnnotated, setAnnotated] = useState(false);
  const { cameras: own, nav } = words.value;
  const hasCameras = streams !== undefined && streams.length > 0;
  return (
    <Page
      title={nav.live}
      actions={
        hasCameras && (
          <CheckField label={own.annotated} value={isAnnotated} onChange={setAnnotated} />
        )
      }
    >
      <Notices isSynthetic={streams?.some(({ context }) => context.site === syntheticSite)} />
      <Problem error={error} onRetry={reload} />
      {streams === undefined && error === undefined && <Loading />}
      {streams?.length === 0 && <FirstCamera />}
      <div class="live">
        <Wall streams={streams ?? []} isAnnotated={isAnnotated} />
        {hasCameras && <Queue />}
      </div>
    </Page>
  );
}

function Notices({ isSynthetic }: { isSynthetic: boolean | undefined }) {
  const { shell } = words.value;
  const system = site.system.value;
  return (
    <>
      <Alarms alarms={system?.alarms ?? []} />
      {isSynthetic && <Notice>{shell.synthetic}</Notice>}
      {system?.uplink.endpoints.some(({ name }) => name === standIn) && (
        <Notice>{shell.placeholders}</Notice>
      )}
    </>
  );
}

function FirstCamera() {
  const { overview: own, cameras } = words.value;
  return (
    <Section title={own.firstTitle}>
      <p>{own.firstText}</p>
      {may("surveillance:write") && (
        <div class="row">
          <a class="button main" href={href("/cameras/new")}>
            <Icon name="plus" />
            {cameras.add}
          </a>
        </div>
      )}
    </Section>
  );
}
