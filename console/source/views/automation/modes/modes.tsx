import { may } from "../../../app/session.ts";
import { site } from "../../../app/site.ts";
import { Page, Section } from "../../../parts/page.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { ActingRules } from "./acting-rules.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { StillRaising } from "./still-raising.tsx";

/** The site's mode, which rules raise incidents in it, and which move robots. */
export function View() {
  const { nav, overview: own, modes, policies } = words.value;
  const mode = site.mode.value?.mode;
  return (
    <Page title={nav.modes}>
      <Section title={own.mode}>
        <ModeSwitch />
      </Section>
      {mode && (
        <Section title={say(modes.raising, { mode: policies.modeNames[mode] })}>
          <StillRaising mode={mode} />
        </Section>
      )}
      {mode && may("robots:read") && (
        <Section title={say(modes.acting, { mode: policies.modeNames[mode] })}>
          <ActingRules mode={mode} />
        </Section>
      )}
    </Page>
  );
}
