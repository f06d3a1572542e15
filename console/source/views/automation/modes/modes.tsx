import { Page, Section } from "../../../parts/page.tsx";
import { words } from "../../../words/words.ts";
import { ModeSwitch } from "./mode-switch.tsx";

/** The site's mode. */
export function View() {
  const { nav, overview: own } = words.value;
  return (
    <Page title={nav.modes}>
      <Section title={own.mode}>
        <ModeSwitch />
      </Section>
    </Page>
  );
}
