import { useEffect, useRef, useState } from "preact/hooks";
import type { StickPosition } from "./teleop-link.ts";

const rest: StickPosition = { forward: 0, turn: 0 };

/** Which way each key leans. */
const leans: Readonly<Record<string, StickPosition>> = {
  ArrowUp: { forward: 1, turn: 0 },
  ArrowDown: { forward: -1, turn: 0 },
  ArrowLeft: { forward: 0, turn: 1 },
  ArrowRight: { forward: 0, turn: -1 },
  KeyW: { forward: 1, turn: 0 },
  KeyS: { forward: -1, turn: 0 },
  KeyA: { forward: 0, turn: 1 },
  KeyD: { forward: 0, turn: -1 },
};

/** The stick, as pointer and keys move it. */
function useStick(onSteer: (stick: StickPosition) => void, onStop: () => void) {
  const held = useRef(new Set<string>());
  const [stick, setStick] = useState(rest);
  const lean = (next: StickPosition): void => {
    setStick(next);
    onSteer(next);
  };
  const relax = (): void => {
    held.current.clear();
    lean(rest);
  };
  const byKeys = (): void => {
    const all = [...held.current].map((code) => leans[code]!);
    const sum = (of: (each: StickPosition) => number): number =>
      clamp(all.reduce((total, each) => total + of(each), 0));
    lean({ forward: sum(({ forward }) => forward), turn: sum(({ turn }) => turn) });
  };
  return {
    stick,
    relax,
    drag(event: PointerEvent, area: DOMRect): void {
      const across = ((event.clientX - area.left) / area.width) * 2 - 1;
      const down = ((event.clientY - area.top) / area.height) * 2 - 1;
      lean({ forward: clamp(-down), turn: clamp(-across) });
    },
    press(event: KeyboardEvent): void {
      const isStop = event.code === "Space";
      if (!isStop && !Object.hasOwn(leans, event.code)) return;
      event.preventDefault();
      if (isStop) {
        relax();
        onStop();
      } else if (!event.repeat) {
        held.current.add(event.code);
        byKeys();
      }
    },
    release(event: KeyboardEvent): void {
      if (held.current.delete(event.code)) byKeys();
    },
  };
}

/**
 * A field to drive on: by finger or mouse like a joystick, by keys while it has the focus. Whatever ends
 * the touch or takes the focus away brings the stick to rest.
 */
export function DrivePad(props: {
  label: string;
  onSteer: (stick: StickPosition) => void;
  onStop: () => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  const { stick, relax, drag, press, release } = useStick(props.onSteer, props.onStop);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return (
    // A pad is steered by keys and pointer directly: an application of its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={element}
      class="drive-pad"
      role="application"
      aria-label={props.label}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        drag(event, event.currentTarget.getBoundingClientRect());
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        drag(event, event.currentTarget.getBoundingClientRect());
      }}
      onPointerUp={relax}
      onPointerCancel={relax}
      onLostPointerCapture={relax}
      onBlur={relax}
      onKeyDown={press}
      onKeyUp={release}
    >
      <div
        class="drive-knob"
        style={{ left: `${50 - stick.turn * 40}%`, top: `${50 - stick.forward * 40}%` }}
      />
    </div>
  );
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
