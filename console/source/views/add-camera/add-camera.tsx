import { useState } from "preact/hooks";
import type { Probe, ProbeRequest } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { href } from "../../app/router.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import type { Access } from "./access.ts";
import { Discovery } from "./discovery.tsx";
import { headlineOf } from "./headline.ts";
import { ProbeResult } from "./probe-result.tsx";

/** A camera takes up to 45 s to be tried. */
const probeTimeoutMs = 60_000;

/** Finds, tries and adds a camera. */
export function View() {
  const [access, setAccess] = useState<Access>({ address: "", username: "", password: "" });
  const [probe, setProbe] = useState<Probe | undefined>(undefined);
  const trying = useAct();
  const { addCamera: own, nav } = words.value;
  const set = (change: Partial<Access>): void => {
    setAccess({ ...access, ...change });
    setProbe(undefined);
  };
  const attempt = async (event: Event): Promise<void> => {
    event.preventDefault();
    setProbe(undefined);
    await trying.run(async () => {
      const options = { timeoutMs: probeTimeoutMs };
      setProbe((await box.surveillance.createProbe(requestOf(access), options)).data);
    });
  };
  return (
    <Page title={own.title} back={{ href: href("/system/cameras"), label: nav.cameras }}>
      <div class="grid wide">
        <Discovery onChoose={(address) => set({ address })} />
        <Section title={own.try}>
          <form class="stack" onSubmit={(event) => void attempt(event)}>
            <TextField
              label={own.address}
              hint={own.addressHint}
              dir="ltr"
              required
              maxLength={2000}
              placeholder="rtsp://192.168.1.20:554/stream1"
              spellcheck={false}
              value={access.address}
              onChange={(address) => set({ address })}
            />
            <div class="fields">
              <TextField
                label={own.username}
                dir="ltr"
                spellcheck={false}
                value={access.username}
                onChange={(username) => set({ username })}
              />
              <TextField
                label={own.password}
                type="password"
                autocomplete="new-password"
                dir="ltr"
                value={access.password}
                onChange={(password) => set({ password })}
              />
            </div>
            <div class="row">
              <Button tone={probe ? "plain" : "main"} isBusy={trying.isRunning}>
                {own.tryButton}
              </Button>
              {trying.isRunning && <span role="status">{own.trying}</span>}
            </div>
          </form>
          <Problem error={trying.error} />
          {probe && !probe.usable && <Notice tone="critical">{headlineOf(probe)}</Notice>}
        </Section>
      </div>
      {probe && <ProbeResult probe={probe} access={access} />}
    </Page>
  );
}

function requestOf({ address, username, password }: Access): ProbeRequest {
  const text = address.trim();
  const isUrl = /^rtsps?:/i.test(text);
  return {
    ...(isUrl ? { url: text } : { host: text }),
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
  };
}
