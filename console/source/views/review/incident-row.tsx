import "./review.css";
import type { Incident } from "../../../../client/source/generated.ts";
import { incidentAddress } from "../../api/box.ts";
import { boxNameOf } from "../../app/box-name.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { Icon } from "../../parts/icon.tsx";
import { time } from "../../words/say.ts";
import { Severity, States, typeName } from "./incident-words.tsx";

/** One incident of a list: a link to it, with its picture. */
export function IncidentRow(props: { incident: Incident; href: string; isChosen?: boolean }) {
  const { incident } = props;
  return (
    <li
      class="incident"
      data-incident={incident.id}
      data-type={incident.type}
      data-severity={incident.severity}
    >
      <IncidentCard {...props} />
    </li>
  );
}

/** The link of an incident's row. */
export function IncidentCard(props: { incident: Incident; href: string; isChosen?: boolean }) {
  const { incident } = props;
  return (
    <a href={props.href} aria-current={props.isChosen ? "true" : undefined}>
      <Picture key={incident.snapshot_url} incident={incident} />
      <span class="incident-text">
        <strong>{typeName(incident.type)}</strong>
        <span class="quiet-text">
          {[nameOf(incident.stream_id), incident.zone, boxNameOf(incident)]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <span class="quiet-text">
          <time dateTime={new Date(incident.started_at * 1000).toISOString()}>
            {time(incident.started_at)}
          </time>
        </span>
      </span>
      <span class="incident-badges">
        <Severity of={incident.severity} />
        <States incident={incident} />
      </span>
    </a>
  );
}

/** The picture lies over its placeholder, which stays where there is none (yet, or any more). */
export function Picture({ incident: { id, snapshot_url: url } }: { incident: Incident }) {
  return (
    <span class="incident-picture">
      <Icon name="media" />
      {url && (
        <img
          loading="lazy"
          alt=""
          src={incidentAddress(id, "snapshot.jpg?size=thumbnail")}
          onError={(event) => event.currentTarget.remove()}
        />
      )}
    </span>
  );
}
