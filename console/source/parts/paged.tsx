import type { ComponentChildren } from "preact";
import type { Pages } from "../api/pages.ts";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Empty, Loading, Problem } from "./notice.tsx";

/** A list that is read page by page: what is there, what went wrong, and the way to more. */
export function Paged<T>(props: {
  pages: Pages<T>;
  /** What stands there while the list is empty. */
  none: string;
  children: (items: readonly T[]) => ComponentChildren;
}) {
  const { items, hasMore, error, more, reload } = props.pages;
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {items === undefined && error === undefined && <Loading />}
      {items?.length === 0 && <Empty>{props.none}</Empty>}
      {items && items.length > 0 && props.children(items)}
      {hasMore && <Button onPress={more}>{words.value.common.more}</Button>}
    </>
  );
}

/** A table that scrolls within itself where it is too wide. */
export function Table(props: {
  /** What it is about, for those who do not see it. */
  label: string;
  head: readonly string[];
  children: ComponentChildren;
}) {
  return (
    // A frame that scrolls has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="table-frame" role="region" aria-label={props.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {props.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}
