import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

/** What every view is wrapped in. */
export interface PageProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ComponentChildren;
  /** Where the way back leads, with its name. */
  back?: { href: string; label: string };
  children: ComponentChildren;
}

/** A view with its heading, which takes the focus when the view opens. */
export function Page({ title, actions, back, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div class="page-head">
        <div>
          {back && (
            <a class="back" href={back.href}>
              <Icon name="back" />
              {back.label}
            </a>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** A part of a view with a heading of its own. */
export function Section(props: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{props.title}</h2>
        {props.actions && <div class="page-actions">{props.actions}</div>}
      </div>
      {props.children}
    </section>
  );
}

/** Names with their values. */
export function Facts({ entries }: { entries: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
