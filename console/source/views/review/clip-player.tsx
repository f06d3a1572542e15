import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { box, incidentAddress } from "../../api/box.ts";
import { explain } from "../../api/explain.ts";
import { Button } from "../../parts/button.tsx";
import { say } from "../../words/say.ts";
import { useReleasedVideo } from "../../video/release-video.ts";
import { words } from "../../words/words.ts";
import { typeName } from "./incident-words.tsx";

/** The video of an incident, or its picture where nothing is recorded. */
export function ClipPlayer(props: {
  incident: Incident;
  player: RefObject<HTMLVideoElement | null>;
}) {
  const { incident } = props;
  const own = words.value.incidents;
  const [reason, setReason] = useState("");
  useEffect(() => setReason(""), [incident.id]);
  const isVideo = incident.clip_url !== null && reason === "";
  useReleasedVideo(props.player, `${incident.id} ${isVideo}`);
  const name = say(own.clipOf, { name: typeName(incident.type) });
  const picture = incident.snapshot_url ? incidentAddress(incident.id, "snapshot.jpg") : undefined;
  if (isVideo) {
    return (
      <div class="screen">
        <video
          key={incident.id}
          ref={props.player}
          controls
          muted
          playsInline
          preload="metadata"
          {...(picture === undefined ? {} : { poster: picture })}
          aria-label={name}
          src={incidentAddress(incident.id, "clip.mp4")}
          onError={() => void whyNot(incident).then(setReason)}
        />
      </div>
    );
  }
  return (
    <>
      {reason !== "" && (
        <div class="row">
          <p class="quiet-text">{reason}</p>
          <Button icon="play" onPress={() => setReason("")}>
            {words.value.common.retry}
          </Button>
        </div>
      )}
      {picture === undefined ? (
        <p class="empty">{own.noPicture}</p>
      ) : (
        <div class="screen">
          <img alt={say(own.pictureOf, { name: typeName(incident.type) })} src={picture} />
        </div>
      )}
    </>
  );
}

/** Why the browser does not play the clip, as far as the box knows. */
async function whyNot(incident: Incident): Promise<string> {
  const { cannotPlay } = words.value.incidents;
  try {
    const args = { incident_id: incident.id };
    const { clip } = (await box.surveillance.getIncidentEvidence(args)).data;
    return [cannotPlay, clip?.note].filter(Boolean).join(" ");
  } catch (error) {
    return explain(error);
  }
}
