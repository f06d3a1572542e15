import type { Advice, Behavior, Stream } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { may } from "../../app/session.ts";
import { kinds } from "../../behaviors/kinds.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** Proposes a least confidence for a camera's rules, from what people said about its incidents. */
export function Threshold({ stream, onSaved }: { stream: Stream; onSaved: () => void }) {
  const args = { stream_id: stream.stream_id };
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.getStreamAdvice(args, { signal })).data,
    [stream.stream_id],
  );
  const act = useAct();
  const { threshold: own } = words.value;
  const score = data?.min_score ?? null;
  const apply = async (least: number): Promise<void> => {
    const { behaviors } = (await box.surveillance.getStream(args)).data;
    const changed = { behaviors: behaviors.map((one) => withScore(one, least)) };
    if (await act.run(() => box.surveillance.updateStream(args, changed))) onSaved();
  };
  return (
    <Section title={own.title}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && <Proposal advice={data} />}
      <Problem error={act.error} />
      {score !== null && may("surveillance:write") && (
        <div class="row">
          <Button isBusy={act.isRunning} onPress={() => void apply(score)}>
            {say(own.apply, { score: number(score, 2) })}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Proposal({ advice }: { advice: Advice }) {
  const { threshold: own } = words.value;
  const { true_positives: real, false_positives: wrong, min_score: score, options } = advice;
  const best = options.find((one) => one.min_score === score);
  if (real + wrong === 0) return <Empty>{own.noVerdicts}</Empty>;
  if (!best) return <p>{say(own.nothingGained, { real, wrong })}</p>;
  const values = {
    score: number(best.min_score, 2),
    lost: best.true_removed,
    real,
    dropped: best.false_removed,
    wrong,
  };
  return <p>{say(own.proposal, values)}</p>;
}

/** Kinds of the whole stream have no objects with a confidence. */
function withScore(behavior: Behavior, score: number): Behavior {
  return kinds[behavior.type]?.place === "none"
    ? behavior
    : { ...behavior, min_score: Math.max(score, behavior.min_score ?? 0) };
}
