import type { Rule, RuleChain, RuleChainStep } from "../../../../../client/source/generated.ts";
import { box, incidentAddress } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { href } from "../../../app/router.ts";
import { Badge, Empty, Loading, Problem, type Tone } from "../../../parts/notice.tsx";
import { dateTime, number, say, timeOfDay } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { Severity } from "../../review/incident-words.tsx";
import { conditionLines, stepLine } from "./chain-words.ts";

const everyMs = 5000;
/** Number of firings that the page shows, the newest first. */
const mostShown = 10;

const tones = {
  pending: "info",
  executing: "info",
  succeeded: "good",
  failed: "critical",
  cancelled: "neutral",
  refused: "warning",
  not_sent: "neutral",
} as const satisfies Record<RuleChainStep["state"], Tone>;

/** What a rule did each time it fired, newest first: what was seen, what it decided, how each action ended. */
export function ChainStories({ rule }: { rule: Rule }) {
  const { data, error, reload } = useLoad(
    async (signal) =>
      (await box.rules.listChains({ rule_id: rule.id, limit: mostShown }, { signal })).data.data,
    [rule.id],
    { everyMs },
  );
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.length === 0 && <Empty>{words.value.rules.neverFired}</Empty>}
      {data?.map((chain) => (
        <Story key={chain.id} rule={rule} chain={chain} />
      ))}
    </>
  );
}

function Story({ rule, chain }: { rule: Rule; chain: RuleChain }) {
  const { rules: own } = words.value;
  const { incident, decision, frame } = chain;
  const isOlder = rule.updated_at > chain.created_at;
  return (
    <article class="story" data-chain={chain.id}>
      <h4>{dateTime(chain.created_at)}</h4>
      <ol>
        <li>
          <time>{timeOfDay(frame.captured_at)}</time>
          <div>
            <p>
              <Severity of={incident.severity} />{" "}
              <a href={href("/review", { review: "all", id: incident.id })}>{incident.summary}</a>
            </p>
            {frame.snapshot_url !== null && (
              <img
                alt=""
                loading="lazy"
                src={incidentAddress(incident.id, "snapshot.jpg?size=thumbnail")}
              />
            )}
          </div>
        </li>
        <li>
          <time>{timeOfDay(decision.decided_at)}</time>
          <div>
            <p>{say(own.matched, { name: rule.name ?? rule.id })}</p>
            <ul class="story-conditions">
              {conditionLines(rule, chain).map(([name, value]) => (
                <li key={name}>{say("{name}: {value}", { name, value })}</li>
              ))}
            </ul>
            {isOlder && <p class="quiet-text">{own.changedSince}</p>}
            <p>
              {decision.outcome === "dry_run" ? own.decidedDryRun : own.decidedAct}{" "}
              <span class="quiet-text">
                {say(own.frameAge, { seconds: number(decision.frame_age_ms / 1000, 1) })}
              </span>
            </p>
          </div>
        </li>
        {chain.steps.map((step, index) => (
          <Step key={index} step={step} />
        ))}
      </ol>
    </article>
  );
}

function Step({ step }: { step: RuleChainStep }) {
  const { rules: own } = words.value;
  const { decided_at: at, ended_at: endedAt, latency_ms: latencyMs } = step;
  return (
    <li>
      <time>{at === null ? "" : timeOfDay(at)}</time>
      <div>
        <p>
          {stepLine(step)} <Badge tone={tones[step.state]}>{own.stepStates[step.state]}</Badge>
        </p>
        {step.reason !== null && <p class="quiet-text">{step.reason}</p>}
        {latencyMs !== null && (
          <p class="quiet-text">
            {say(own.latency, { milliseconds: number(latencyMs, 0) })}
            {endedAt !== null && ` · ${say(own.ended, { time: timeOfDay(endedAt) })}`}
          </p>
        )}
      </div>
    </li>
  );
}
