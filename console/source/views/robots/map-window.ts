import { useEffect, useMemo, useRef, useState } from "preact/hooks";

/** A part of a map in metres: its lower left corner and its size. */
export interface MapBounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of a map that is in sight, and the handlers that change it. */
export interface MapWindow {
  bounds: MapBounds;
  /** True when somebody has moved or zoomed it. */
  isChanged: boolean;
  zoom: (factor: number) => void;
  /** Shows everything again. */
  reset: () => void;
  /** True for the click that ends a movement of the map. */
  isDragEnd: () => boolean;
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
    onWheel: (event: WheelEvent) => void;
  };
}

/** A press that moves further is a movement of the map, in pixels of the screen. */
const dragPx = 5;
const wheelFactor = 1.0015;
/** The least and the most that a window shows of the whole. */
const zoomLimits = { least: 0.005, most: 4 };

/** Two fingers, or one: their middle and how far they are apart, in pixels. */
interface Grip {
  x: number;
  y: number;
  apart: number;
}

/**
 * Lets people move and zoom a map: by wheel, mouse, one finger on a zoomed map, and two fingers always. Changes are drawn
 * at most once a frame of the screen.
 */
export function useMapWindow(whole: MapBounds): MapWindow {
  const [chosen, setChosen] = useState<MapBounds | undefined>(undefined);
  const latest = useRef<{ whole: MapBounds; now: MapBounds }>({ whole, now: chosen ?? whole });
  latest.current.whole = whole;
  const waiting = useRef(0);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const grip = useRef<Grip | undefined>(undefined);
  const wasDragged = useRef(false);
  if (chosen === undefined) latest.current.now = whole;
  useEffect(() => () => cancelAnimationFrame(waiting.current), []);
  const { handlers, zoom, reset } = useMemo(() => {
    const show = (next: MapBounds): void => {
      latest.current.now = next;
      if (waiting.current !== 0) return;
      waiting.current = requestAnimationFrame(() => {
        waiting.current = 0;
        setChosen(latest.current.now);
      });
    };
    const grow = (factor: number, at: { u: number; v: number }): void => {
      const { now, whole: all } = latest.current;
      const most = Math.max(all.width, all.height);
      const size = Math.max(now.width, now.height) * factor;
      const bound = Math.min(zoomLimits.most * most, Math.max(zoomLimits.least * most, size));
      const real = (bound / size) * factor;
      const [width, height] = [now.width * real, now.height * real];
      const x = now.x + (now.width - width) * at.u;
      const y = now.y + (now.height - height) * (1 - at.v);
      show({ x, y, width, height });
    };
    const placed = (event: PointerEvent | WheelEvent): { u: number; v: number; scale: number } => {
      const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
      const { now } = latest.current;
      // The window is drawn whole, in the middle of the box.
      const scale = Math.max(now.width / box.width, now.height / box.height);
      const u = 0.5 + ((event.clientX - box.x - box.width / 2) * scale) / now.width;
      const v = 0.5 + ((event.clientY - box.y - box.height / 2) * scale) / now.height;
      return { u, v, scale };
    };
    const gripOf = (): Grip => {
      const [one, other] = [...fingers.current.values()];
      if (!one) return { x: 0, y: 0, apart: 0 };
      if (!other) return { ...one, apart: 0 };
      const apart = Math.hypot(one.x - other.x, one.y - other.y);
      return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart };
    };
    const release = (event: PointerEvent): void => {
      fingers.current.delete(event.pointerId);
      grip.current = fingers.current.size > 0 ? gripOf() : undefined;
    };
    return {
      zoom: (factor: number) => grow(factor, { u: 0.5, v: 0.5 }),
      reset: () => setChosen(undefined),
      handlers: {
        onPointerDown(event: PointerEvent): void {
          if (fingers.current.size === 0) wasDragged.current = false;
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          grip.current = gripOf();
        },
        onPointerMove(event: PointerEvent): void {
          if (!fingers.current.has(event.pointerId) || !grip.current) return;
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          const before = grip.current;
          const next = gripOf();
          const [dx, dy] = [next.x - before.x, next.y - before.y];
          if (!wasDragged.current && Math.hypot(dx, dy) < dragPx && next.apart === 0) return;
          if (!wasDragged.current)
            (event.currentTarget as Element).setPointerCapture(event.pointerId);
          wasDragged.current = true;
          grip.current = next;
          const { scale, ...at } = placed(event);
          const { now } = latest.current;
          show({ ...now, x: now.x - dx * scale, y: now.y + dy * scale });
          if (before.apart > 0 && next.apart > 0) grow(before.apart / next.apart, at);
        },
        onPointerUp: release,
        onPointerCancel: release,
        onWheel(event: WheelEvent): void {
          event.preventDefault();
          grow(wheelFactor ** event.deltaY, placed(event));
        },
      },
    };
  }, []);
  return {
    bounds: chosen ?? whole,
    isChanged: chosen !== undefined,
    zoom,
    reset,
    isDragEnd: () => wasDragged.current,
    handlers,
  };
}
