import type { PolicyReplay } from "../../../src/perception/policies/policy-replay.ts";
import type { PolicyService } from "../../../src/perception/policies/policy-service.ts";
import {
  policyWire,
  replaySpan,
  replayWire,
} from "../../../src/perception/policies/policy-wire.ts";
import type { StreamService } from "../../../src/perception/streams/stream-service.ts";
import { profileWire, streamWire } from "../../../src/perception/streams/answers/stream-wire.ts";
import type { ReplayRequest, RuleReplayRequest } from "../../../src/perception/wire/policy.ts";

/** Streams as the API answers about them. */
export function streamApi(streams: StreamService) {
  return {
    list(...about: Parameters<StreamService["list"]>) {
      const page = streams.list(...about);
      return { ...page, items: page.items.map(streamWire) };
    },
    get(org: string, id: string) {
      const stream = streams.get(org, id);
      return stream && streamWire(stream);
    },
    async patch(org: string, id: string, change: unknown) {
      const stream = await streams.patch(org, id, change);
      return stream && streamWire(stream);
    },
    async remove(org: string, id: string) {
      const stream = await streams.remove(org, id);
      return stream && streamWire(stream);
    },
    snapshot: (...about: Parameters<StreamService["snapshot"]>) => streams.snapshot(...about),
    openLive: (...about: Parameters<StreamService["openLive"]>) => streams.openLive(...about),
    openVideo: (...about: Parameters<StreamService["openVideo"]>) => streams.openVideo(...about),
    profiles: () => streams.profiles().map(profileWire),
  };
}

/** Policies as the API answers about them. */
export function policyApi(policies: PolicyService) {
  return {
    create: async (...about: Parameters<PolicyService["create"]>) =>
      policyWire(await policies.create(...about)),
    list: (org: string, streamId?: string) => policies.list(org, streamId).map(policyWire),
    get(org: string, id: string) {
      const state = policies.get(org, id);
      return state && policyWire(state);
    },
    async patch(...about: Parameters<PolicyService["patch"]>) {
      const state = await policies.patch(...about);
      return state && policyWire(state);
    },
    remove: (org: string, id: string) => policies.remove(org, id),
  };
}

/** Replays as the API answers about them. */
export function replayApi(replay: PolicyReplay) {
  return {
    async run(org: string, id: string, how: { request: ReplayRequest; signal?: AbortSignal }) {
      const { request, ...rest } = how;
      const trial = await replay.run(org, id, { span: replaySpan(request), ...rest });
      return trial && replayWire(trial);
    },
    async tryUnstored(org: string, how: { request: RuleReplayRequest; signal?: AbortSignal }) {
      const { request, ...rest } = how;
      const about = { policy: request.policy, span: replaySpan(request), ...rest };
      return replayWire(await replay.tryUnstored(org, about));
    },
  };
}
