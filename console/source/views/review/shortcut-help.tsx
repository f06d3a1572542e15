import { setShortcuts, shortcutsOn } from "../../app/keys.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { CheckField } from "../../parts/field.tsx";
import { words } from "../../words/words.ts";

/** Which key does what, and the switch that turns single keys off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { incidents: own, queue, common } = words.value;
  const keys: readonly (readonly [string, string])[] = [
    ["j", own.keys.next],
    ["k", own.keys.previous],
    ["Shift+J, Shift+K", queue.keys.extend],
    ["x", queue.keys.select],
    ["Shift+X", queue.keys.range],
    ["e", queue.keys.group],
    ["Enter", own.keys.open],
    ["p", own.keys.play],
    ["a", own.acknowledge],
    ["r", own.resolve],
    ["f", own.falseAlarm],
    ["t", own.realAlarm],
    ["n", own.addNote],
    ["Esc", common.back],
    ["?", own.shortcuts],
  ];
  return (
    <Dialog title={own.shortcuts} onClose={onClose}>
      <dl class="shortcuts">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <CheckField label={own.keys.on} value={shortcutsOn.value} onChange={setShortcuts} />
    </Dialog>
  );
}
