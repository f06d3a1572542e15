import { Button } from "../../parts/button.tsx";
import { CheckField, SelectField, TextField } from "../../parts/field.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { layouts, type WallSettings } from "./wall-settings.ts";

/** What the bar over the wall sets. */
export interface WallBarProps {
  settings: WallSettings;
  onSettings: (settings: WallSettings) => void;
  groups: readonly string[];
  /** There are several cameras to arrange. */
  isMany: boolean;
  search: string;
  onSearch: (search: string) => void;
  isAnnotated: boolean;
  onAnnotated: (isAnnotated: boolean) => void;
  onFullScreen: () => void;
}

/** Arrangement of the wall: how many at once, which, in which order. */
export function WallBar(props: WallBarProps) {
  const { settings, onSettings, groups, search, onSearch } = props;
  const { live: own, cameras, common } = words.value;
  const names: Readonly<Record<WallSettings["layout"], string>> = {
    auto: own.auto,
    ...(Object.fromEntries(
      layouts.map((size) => [size, say(own.atOnce, { count: size })]),
    ) as Record<(typeof layouts)[number], string>),
  };
  return (
    <div class="wall-bar" role="group" aria-label={own.wall}>
      {props.isMany && (
        <SelectField
          label={own.layout}
          value={settings.layout}
          onChange={(layout) => onSettings({ ...settings, layout })}
          options={(["auto", ...layouts] as const).map((each) => [each, names[each]] as const)}
        />
      )}
      {groups.length > 1 && (
        <SelectField
          label={own.group}
          value={groups.includes(settings.group) ? settings.group : ""}
          onChange={(group) => onSettings({ ...settings, group })}
          options={[["", common.all] as const, ...groups.map((each) => [each, each] as const)]}
        />
      )}
      {props.isMany && (
        <>
          <TextField label={common.search} type="text" value={search} onChange={onSearch} />
          <CheckField
            label={own.activeFirst}
            value={settings.isActiveFirst}
            onChange={(isActiveFirst) => onSettings({ ...settings, isActiveFirst })}
          />
        </>
      )}
      <CheckField
        label={cameras.annotated}
        value={props.isAnnotated}
        onChange={props.onAnnotated}
      />
      <Button icon="fullScreen" onPress={props.onFullScreen}>
        {own.fullScreen}
      </Button>
    </div>
  );
}
