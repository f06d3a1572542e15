import "./status.css";
import type { ComponentChildren } from "preact";
import { href } from "../../../app/router.ts";
import type { Tone } from "../../../parts/notice.tsx";
import { percent } from "../../../words/say.ts";

/** One figure of the box, with its name and a note. */
export function Tile(props: {
  name: string;
  value: string;
  note: ComponentChildren;
  /** Where it leads. */
  to?: string;
  tone?: Tone;
  /** Between 0 and 1: how full something is. */
  share?: number;
}) {
  const { name, value, note, to, tone, share } = props;
  return (
    <li class={`status-tile ${tone ?? ""}`}>
      {to === undefined ? <span>{name}</span> : <a href={href(to)}>{name}</a>}
      <strong>{value}</strong>
      <span class="quiet-text">{note}</span>
      {share !== undefined && (
        <meter min={0} max={1} low={0.8} high={0.92} optimum={0} value={share} aria-label={name}>
          {percent(share)}
        </meter>
      )}
    </li>
  );
}
