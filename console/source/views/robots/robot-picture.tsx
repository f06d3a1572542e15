import type { Stream } from "../../../../client/source/generated.ts";
import { may } from "../../app/session.ts";
import { useStreams } from "../../cameras/streams.ts";
import { Empty } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import type { SeenFrame } from "../../video/seen-frame.ts";
import { StreamPicture } from "../../video/stream-picture.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** What the robot's camera sees: the stream that its setting `camera` names. */
export function RobotPicture(props: PictureProps) {
  if (!may("surveillance:read")) return null;
  return <Picture {...props} />;
}

interface PictureProps {
  streamId: string;
  /** Called for each frame of video that is shown. */
  onFrame: (frame: SeenFrame) => void;
}

function Picture({ streamId, onFrame }: PictureProps) {
  const { streams } = useStreams();
  const { robots: own } = words.value;
  const stream: Stream | undefined = streams?.find(({ stream_id: id }) => id === streamId);
  return (
    <Section title={own.picture}>
      {streams && !stream && <Empty>{say(own.noStream, { name: streamId })}</Empty>}
      {stream && (
        <div class="robot-picture">
          <StreamPicture stream={stream} isUrgent isPrompt onFrame={onFrame} />
        </div>
      )}
    </Section>
  );
}
