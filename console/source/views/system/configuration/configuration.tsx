import { useState } from "preact/hooks";
import type { Setting } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { CheckField, TextField } from "../../../parts/field.tsx";
import { Badge, Empty, Loading, Problem, type Tone } from "../../../parts/notice.tsx";
import { Table } from "../../../parts/paged.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { SiteFileEditor } from "./site-file-editor.tsx";

/** The settings with their origin, and the check of a site file. */
export function View() {
  const { configuration: own, nav, common } = words.value;
  const [search, setSearch] = useState("");
  const [isChangedOnly, setChangedOnly] = useState(false);
  const { data, error, reload } = useLoad(
    async (signal) => (await box.system.getConfiguration({ signal })).data,
    [],
  );
  const matching = data?.settings.filter(
    ({ path, title, origin }) =>
      `${path} ${title}`.toLowerCase().includes(search.toLowerCase()) &&
      (!isChangedOnly || origin.kind !== "default"),
  );
  return (
    <Page title={nav.configuration}>
      <SiteFileEditor onApplied={reload} />
      <Section title={own.settings}>
        <Problem error={error} onRetry={reload} />
        {data && (
          <p class="hint">{data.file === null ? own.noFile : say(own.file, { file: data.file })}</p>
        )}
        <div class="fields">
          <TextField label={common.search} value={search} onChange={setSearch} dir="auto" />
          <CheckField label={own.changedOnly} value={isChangedOnly} onChange={setChangedOnly} />
        </div>
        {!matching && error === undefined && <Loading />}
        {matching?.length === 0 && <Empty>{own.none}</Empty>}
        {matching && matching.length > 0 && (
          <Table label={own.settings} head={[own.setting, own.value, own.origin, own.when]}>
            {matching.map((setting) => (
              <SettingRow key={setting.path} setting={setting} />
            ))}
          </Table>
        )}
      </Section>
    </Page>
  );
}

const tones: Readonly<Record<Setting["origin"]["kind"], Tone>> = {
  default: "neutral",
  file: "good",
  environment: "info",
  flag: "info",
};

function SettingRow({ setting }: { setting: Setting }) {
  const { path, title, value, unit, allowed, origin, applies, waiting } = setting;
  const { configuration: own } = words.value;
  return (
    <tr>
      <td>
        <code dir="ltr">{path}</code>
        <p class="hint" lang="en" dir="ltr">
          {title} {allowed !== "" && `(${allowed})`}
        </p>
      </td>
      <td dir="ltr">
        {isPlain(value) ? (
          <>
            <code>{plainText(value)}</code> {unit}
          </>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself
          <pre class="code small" tabIndex={0} role="region" aria-label={path}>
            {JSON.stringify(value, null, 2)}
          </pre>
        )}
      </td>
      <td>
        <Badge tone={tones[origin.kind]}>{own.origins[origin.kind]}</Badge>
        {origin.at !== null && (
          <p class="hint" dir="ltr">
            {origin.at}
          </p>
        )}
      </td>
      <td>
        {own.applies[applies]} {waiting && <Badge tone="warning">{own.waits}</Badge>}
      </td>
    </tr>
  );
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null || (Array.isArray(value) && !value.length);
}

function plainText(value: unknown): string {
  if (value === null || Array.isArray(value)) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
