import { useRef, useState } from "preact/hooks";
import type { ConfigurationCheck } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useUnsaved } from "../../../app/unsaved.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { lineChanges } from "./line-changes.ts";
import { type SiteFileState, useSiteFile } from "./site-file.ts";

/** The site file: edited, checked and applied; each problem leads to its line. */
export function SiteFileEditor({ onApplied }: { onApplied: () => void }) {
  const { configuration: own } = words.value;
  const [text, setText] = useState<string | undefined>(undefined);
  const [found, setFound] = useState<ConfigurationCheck | undefined>(undefined);
  const { isRunning, error, run } = useAct();
  const area = useRef<HTMLTextAreaElement>(null);
  const site = useSiteFile(onApplied);
  const { file } = site;
  const editedText = text ?? file?.yaml ?? "";
  const isChanged = file !== undefined && editedText !== file.yaml;
  const check = (): Promise<boolean> =>
    run(async () => setFound((await box.system.createCheck({ yaml: editedText })).data));
  const change = (next: string): void => {
    setText(next);
    setFound(undefined);
  };
  const apply = (): Promise<boolean> =>
    run(async () => {
      await site.apply(editedText);
      setText(undefined);
      setFound(undefined);
    });
  useUnsaved(isChanged);
  return (
    <Section title={file?.file ? own.edit : own.check}>
      <Trial site={site} />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <div class="field">
          <label for="yaml">{own.yaml}</label>
          <textarea
            id="yaml"
            ref={area}
            class="code"
            dir="ltr"
            rows={16}
            spellcheck={false}
            maxLength={200_000}
            aria-describedby="yaml-hint"
            value={editedText}
            onInput={(event) => change(event.currentTarget.value)}
          />
          <p id="yaml-hint" class="hint">
            {file?.file ? own.hidden : own.checkHint}
          </p>
        </div>
        <div class="row">
          <Button tone="main" isBusy={isRunning}>
            {own.check}
          </Button>
          {file?.writable && (
            <ApplyButton
              found={isChanged && !site.isRestarting ? found : undefined}
              onPress={() => void apply()}
            />
          )}
          <OpenFile onText={change} />
        </div>
      </form>
      {file?.file && !file.writable && <p class="hint">{say(own.readOnly, { file: file.file })}</p>}
      <Problem error={error ?? site.error} />
      <div role="status">
        {found && <Found found={found} onLine={(line) => showLine(area.current, line)} />}
      </div>
      {isChanged && <Changes from={file.yaml} to={editedText} />}
    </Section>
  );
}

/** Applies a text that was checked; says whether that restarts the box. */
function ApplyButton(props: { found: ConfigurationCheck | undefined; onPress: () => void }) {
  const { configuration: own } = words.value;
  return (
    <ConfirmButton isDisabled={props.found?.valid !== true} onPress={props.onPress}>
      {props.found?.restart.length === 0 ? own.applyNow : own.apply}
    </ConfirmButton>
  );
}

/** How the last change stands, with a button where it waits for a confirmation. */
function Trial({ site }: { site: SiteFileState }) {
  const { configuration: own } = words.value;
  const { trial, waiting = [] } = site.file ?? {};
  if (site.isRestarting) return <Notice>{own.restarting}</Notice>;
  if (site.isKept) {
    return (
      <Notice tone="good">
        <p>{own.kept}</p>
        <Paths title={own.nowInForce} paths={site.inForce} />
      </Notice>
    );
  }
  if (trial?.state === "reverted" && trial.at !== null) {
    return <Notice tone="warning">{say(own.reverted, { time: time(trial.at) })}</Notice>;
  }
  if (trial?.state !== "pending" || trial.revert_at === null) {
    return waiting.length > 0 ? (
      <Notice>
        <Paths title={own.waiting} paths={waiting} />
      </Notice>
    ) : null;
  }
  return (
    <Notice tone="warning">
      <p>{say(own.pending, { time: time(trial.revert_at) })}</p>
      <Button tone="main" onPress={() => void site.confirm()}>
        {own.keep}
      </Button>
    </Notice>
  );
}

/** The lines that a change takes out and puts in. */
function Changes({ from, to }: { from: string; to: string }) {
  const { configuration: own } = words.value;
  const lines = lineChanges(from, to);
  return (
    <figure class="stack">
      <figcaption>{own.changes}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself */}
      <pre class="code small" dir="ltr" tabIndex={0} role="region" aria-label={own.changes}>
        {lines.map(({ sign, line, text }) => (
          <div key={`${sign}${line}`} class={sign === "+" ? "added" : "removed"}>
            {`${sign} ${String(line).padStart(4)}  ${text}`}
          </div>
        ))}
      </pre>
    </figure>
  );
}

/** Hands over the text of a file of the visitor's machine. */
function OpenFile({ onText }: { onText: (text: string) => void }) {
  return (
    <label class="button plain file-button">
      {words.value.configuration.open}
      <input
        type="file"
        accept=".yaml,.yml,text/*"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void file.text().then(onText);
        }}
      />
    </label>
  );
}

/** What applying the file does, before somebody does it. */
function Consequence({ changed, restart }: Pick<ConfigurationCheck, "changed" | "restart">) {
  const { configuration: own } = words.value;
  const needsRestart = restart.length > 0;
  return (
    <Notice {...(needsRestart ? { tone: "warning" } : {})}>
      <p>{needsRestart ? own.willRestart : own.willApply}</p>
      <Paths title={own.changedSettings} paths={changed} />
      <Paths title={own.needRestart} paths={restart} />
    </Notice>
  );
}

/** Settings by their paths; nothing for none. */
function Paths({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <p>
      {title}{" "}
      {paths.map((path, index) => (
        <span key={path}>
          {index > 0 && ", "}
          <code dir="ltr">{path}</code>
        </span>
      ))}
    </p>
  );
}

function Found(props: { found: ConfigurationCheck; onLine: (line: number) => void }) {
  const { configuration: own } = words.value;
  const { valid, problems, changed, restart } = props.found;
  if (valid) {
    return (
      <>
        <Notice tone="good">{own.valid}</Notice>
        {changed.length > 0 && <Consequence changed={changed} restart={restart} />}
      </>
    );
  }
  return (
    <Notice tone="critical">
      <div class="stack">
        <p>{say(own.problems, { count: problems.length })}</p>
        <ul class="plain-list stack">
          {problems.map(({ line, where, path, message }) => (
            <li key={`${where} ${path} ${message}`}>
              {line === null ? (
                <strong dir="ltr">{where}</strong>
              ) : (
                <Button tone="quiet" onPress={() => props.onLine(line)}>
                  {say(own.line, { line: String(line) })}
                </Button>
              )}{" "}
              <span lang="en" dir="ltr">
                <code>{path}</code> {message}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

/** Marks a line of the text, counted from 1, and brings it into sight. */
function showLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 3);
}
