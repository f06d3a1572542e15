import type { ComponentChildren } from "preact";

/** A button that does something for as long as a pointer, the space bar or Enter holds it. */
export function HoldButton(props: {
  children: ComponentChildren;
  /** Called with true when it is held, and with false when it no longer is; the same may come twice. */
  onHold: (isHeld: boolean) => void;
  tone?: "main" | "plain";
  /** The name of a button that shows only a sign. */
  label?: string;
  isPressed?: boolean;
}) {
  const { children, onHold, tone = "plain", label, isPressed } = props;
  const isKey = ({ key }: KeyboardEvent): boolean => key === " " || key === "Enter";
  return (
    <button
      type="button"
      class={`button ${tone} hold`}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(true);
      }}
      onPointerUp={() => onHold(false)}
      onPointerCancel={() => onHold(false)}
      onLostPointerCapture={() => onHold(false)}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={() => onHold(false)}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) onHold(true);
      }}
      onKeyUp={(event) => isKey(event) && onHold(false)}
    >
      {children}
    </button>
  );
}
