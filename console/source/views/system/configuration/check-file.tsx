import { useRef, useState } from "preact/hooks";
import type { ConfigurationCheck } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

/** Checks a configuration file as this box would read it; each problem leads to its line. */
export function CheckFile() {
  const { configuration: own } = words.value;
  const [text, setText] = useState("");
  const [found, setFound] = useState<ConfigurationCheck | undefined>(undefined);
  const { isRunning, error, run } = useAct();
  const area = useRef<HTMLTextAreaElement>(null);
  const check = (): Promise<boolean> =>
    run(async () => setFound((await box.system.createCheck({ yaml: text })).data));
  const change = (next: string): void => {
    setText(next);
    setFound(undefined);
  };
  return (
    <Section title={own.check}>
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
            rows={8}
            spellcheck={false}
            maxLength={200_000}
            aria-describedby="yaml-hint"
            value={text}
            onInput={(event) => change(event.currentTarget.value)}
          />
          <p id="yaml-hint" class="hint">
            {own.checkHint}
          </p>
        </div>
        <div class="row">
          <Button tone="main" isBusy={isRunning}>
            {own.check}
          </Button>
          <OpenFile onText={change} />
        </div>
      </form>
      <Problem error={error} />
      <div role="status">
        {found && <Found found={found} onLine={(line) => showLine(area.current, line)} />}
      </div>
    </Section>
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

function Found(props: { found: ConfigurationCheck; onLine: (line: number) => void }) {
  const { configuration: own } = words.value;
  const { valid, problems } = props.found;
  if (valid) return <Notice tone="good">{own.valid}</Notice>;
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
