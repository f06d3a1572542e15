import type { Stream } from "../../../../../client/source/generated.ts";
import { href } from "../../../app/router.ts";
import { may } from "../../../app/session.ts";
import { StreamBadge } from "../../../cameras/stream-badge.tsx";
import { cameraName } from "../../../cameras/camera-name.ts";
import { useStreams } from "../../../cameras/streams.ts";
import { Icon } from "../../../parts/icon.tsx";
import { Empty, Loading, Problem } from "../../../parts/notice.tsx";
import { Page } from "../../../parts/page.tsx";
import { Table } from "../../../parts/paged.tsx";
import { words } from "../../../words/words.ts";

/** Every camera with its address and state. */
export function View() {
  const { streams, error, reload } = useStreams();
  const { cameras: own, nav, common } = words.value;
  return (
    <Page
      title={nav.cameras}
      actions={
        may("surveillance:write") && (
          <a class="button main" href={href("/cameras/new")}>
            <Icon name="plus" />
            {own.add}
          </a>
        )
      }
    >
      <Problem error={error} onRetry={reload} />
      {streams === undefined && error === undefined && <Loading />}
      {streams?.length === 0 && <Empty>{own.nothing}</Empty>}
      {streams !== undefined && streams.length > 0 && (
        <Table
          label={nav.cameras}
          head={[common.name, common.state, own.address, own.model, own.recording]}
        >
          {streams.map((stream) => (
            <Row key={stream.stream_id} stream={stream} />
          ))}
        </Table>
      )}
    </Page>
  );
}

function Row({ stream }: { stream: Stream }) {
  const { stream_id: id, state, source } = stream;
  const { cameras: own } = words.value;
  return (
    <tr data-stream={id}>
      <td>
        <a href={href(`/cameras/${encodeURIComponent(id)}`)}>{cameraName(stream)}</a>
      </td>
      <td>
        <StreamBadge state={state} />
      </td>
      <td dir="ltr">{source.url}</td>
      <td>{stream.model.name}</td>
      <td>{own.recordings[stream.recording.mode]}</td>
    </tr>
  );
}
