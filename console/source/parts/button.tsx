import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { Icon, type IconName } from "./icon.tsx";

/** How a button looks: the one main thing of a view, an ordinary one, or one that destroys. */
export type ButtonTone = "main" | "plain" | "danger" | "quiet";

/** What a button needs. */
export interface ButtonProps {
  children?: ComponentChildren;
  tone?: ButtonTone;
  icon?: IconName;
  /** The name of a button that shows only its icon. */
  label?: string;
  /** A form's button when absent and there is no `onPress`. */
  onPress?: () => void;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** `aria-pressed`, for buttons that switch something. */
  isPressed?: boolean;
  /** `aria-expanded`, for buttons that show or hide what follows. */
  isExpanded?: boolean;
  /** `aria-keyshortcuts`, e.g. `a`. */
  shortcut?: string;
}

/** A button that says when it works. */
export function Button(props: ButtonProps) {
  const { children, tone = "plain", icon, label, onPress, isBusy, isDisabled } = props;
  return (
    <button
      type={onPress ? "button" : "submit"}
      class={`button ${tone}`}
      aria-label={label}
      title={label}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      aria-busy={isBusy}
      aria-keyshortcuts={props.shortcut}
      disabled={isDisabled === true || isBusy === true}
      onClick={onPress}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

const armedMs = 4000;

/** What a button with a confirmation needs: its text or its label names the action. */
export interface ConfirmButtonProps extends ButtonProps {
  children?: string;
  onPress: () => void;
}

/** A button for an action that nothing undoes: a second press within four seconds confirms it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => setArmed(false), armedMs);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const press = (): void => {
    if (isArmed) props.onPress();
    setArmed(!isArmed);
  };
  const { label, children, ...rest } = props;
  const action = (label ?? children ?? "").replace(/…$/u, "");
  return (
    <Button
      {...rest}
      {...(label !== undefined && !isArmed ? { label } : {})}
      tone={isArmed ? "danger" : (props.tone ?? "plain")}
      onPress={press}
    >
      {isArmed ? say(words.value.common.confirm, { action }) : children}
    </Button>
  );
}
