import type { RefObject } from "preact";
import { useState } from "preact/hooks";

/** A step that a pointer drags. */
export interface Dragging {
  /** The gap above which it would be dropped; undefined while nothing is dragged. */
  to: number | undefined;
  /** What the handle of the step with this id listens to. */
  handlers(id: string, at: number): Readonly<Record<string, (event: PointerEvent) => void>>;
}

/** Drags the steps of a list up and down; `move` gets the index in the list without the step. */
export function useDrag(
  frame: RefObject<HTMLElement | null>,
  move: (id: string, to: number) => void,
): Dragging {
  const [to, setTo] = useState<number | undefined>(undefined);
  const gapAt = (yPx: number): number => {
    const items = [...(frame.current?.querySelectorAll("[data-step]") ?? [])];
    const below = items.findIndex((item) => {
      const { top, height } = item.getBoundingClientRect();
      return yPx < top + height / 2;
    });
    return below < 0 ? items.length : below;
  };
  return {
    to,
    handlers: (id, at) => ({
      onPointerDown: (event) => {
        // Else the browser selects the text that the pointer passes.
        event.preventDefault();
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        setTo(at);
      },
      onPointerMove: (event) => {
        if (to !== undefined) setTo(gapAt(event.clientY));
      },
      onPointerUp: () => {
        if (to !== undefined && to !== at && to !== at + 1) move(id, to > at ? to - 1 : to);
        setTo(undefined);
      },
      onPointerCancel: () => setTo(undefined),
    }),
  };
}
