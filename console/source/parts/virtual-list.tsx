import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Rows drawn above and below what is in sight. */
const spareRows = 8;
/** Rows left below what is in sight when the list asks for more. */
const nearRows = 30;

/** What a list of very many rows of one height needs. */
export interface VirtualListProps<T> {
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Height of a row with its gap, in CSS pixels. */
  rowPx: number;
  /** A row that is drawn wherever the list stands, and is brought into sight when it changes. */
  current: number;
  /** How many rows there are with those not read yet. */
  total: number;
  label: string;
  render: (row: T, index: number) => ComponentChildren;
  /** What a row looks like besides its data; a row is drawn again only when one of the two changes. */
  lookOf: (row: T, index: number) => string;
  /** Called when the end of the rows comes near. */
  onNearEnd: () => void;
}

/** A list that draws only the rows in sight of the page; the page scrolls. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { rows, rowPx, current, onNearEnd } = props;
  const list = useRef<HTMLOListElement>(null);
  const [range, setRange] = useState({ first: 0, last: 20 });
  useEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / rowPx) - spareRows);
      const last = Math.ceil((innerHeight - top) / rowPx) + spareRows;
      setRange((now) => (now.first === first && now.last === last ? now : { first, last }));
    };
    const soon = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", soon);
      removeEventListener("resize", soon);
    };
  }, [rowPx, rows.length === 0]);
  const isNearEnd = range.last + nearRows >= rows.length;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, rows.length]);
  useEffect(() => {
    if (current >= 0 && list.current) reveal(list.current, current * rowPx, rowPx);
  }, [current]);
  const shownRows = rows.slice(range.first, range.last).map((_, at) => range.first + at);
  const isOut = current >= 0 && current < rows.length && !shownRows.includes(current);
  const indices = isOut ? [...shownRows, current] : shownRows;
  return (
    <ol
      ref={list}
      class="virtual-list"
      aria-label={props.label}
      style={{ blockSize: `${rows.length * rowPx}px` }}
    >
      {indices.map((index) => (
        <li
          key={props.keyOf(rows[index]!)}
          aria-setsize={props.total}
          aria-posinset={index + 1}
          style={{ insetBlockStart: `${index * rowPx}px`, blockSize: `${rowPx}px` }}
        >
          <Drawn row={rows[index]} look={props.lookOf(rows[index]!, index)}>
            {props.render(rows[index]!, index)}
          </Drawn>
        </li>
      ))}
    </ol>
  );
}

/** Keeps what is drawn while row and look stay the same: scrolling draws new rows only. */
class Drawn extends Component<{ row: unknown; look: string; children: ComponentChildren }> {
  override shouldComponentUpdate(next: { row: unknown; look: string }): boolean {
    return next.row !== this.props.row || next.look !== this.props.look;
  }

  override render(): ComponentChildren {
    return this.props.children;
  }
}

/** Scrolls the page as little as it takes to have the row between its header and its lower edge. */
function reveal(list: HTMLElement, rowTopPx: number, rowPx: number): void {
  const topPx = list.getBoundingClientRect().top + rowTopPx;
  const headerPx = 140;
  const footPx = 80;
  if (topPx < headerPx) scrollBy(0, topPx - headerPx);
  else if (topPx + rowPx > innerHeight - footPx) scrollBy(0, topPx + rowPx - innerHeight + footPx);
}
