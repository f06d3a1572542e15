import { Type } from "typebox";
import { listOf } from "../../base/contract/answers.ts";
import { camerasOf } from "../../base/contract/person.ts";
import { coverageAnswer } from "../wire/coverage.ts";
import { listAnswer } from "../../http/answers/envelope-wire.ts";
import type { CoverageLedger } from "../coverage/coverage-ledger.ts";
import { closedObject, pageOf, pageParameters, streamIdParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { coverageWire } from "../coverage/coverage-wire.ts";

const unixSeconds = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1e11, description }));

/** The observed time per stream and hour. */
export function coverageRoutes(coverage: Pick<CoverageLedger, "list">): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/surveillance/coverage",
      cameras: "filtered",
      summary:
        "List the observed and unobserved seconds of each stream by UTC hour, with the reasons",
      tag: "surveillance",
      access: "surveillance:read",
      isTool: true,
      query: closedObject({
        ...pageParameters,
        stream_id: Type.Optional(streamIdParameter),
        from: unixSeconds("Start in Unix seconds. The default is a day before `to`"),
        to: unixSeconds("End in Unix seconds, not included. The default is now"),
      }),
      answers: { 200: { description: "A page of hours", schema: listOf(coverageAnswer) } },
      handle({ caller, query }) {
        const { stream_id: streamId, from, to } = query;
        const streamIds = camerasOf(caller);
        const filter = {
          ...(streamIds === undefined ? {} : { streamIds }),
          ...(streamId === undefined ? {} : { streamId }),
          ...(from === undefined ? {} : { fromMs: Math.floor(from * 1000) }),
          ...(to === undefined ? {} : { toMs: Math.floor(to * 1000) }),
        };
        const { items, ...page } = coverage.list(caller.org, filter, pageOf(query));
        return listAnswer({ ...page, items: items.map(coverageWire) });
      },
    }),
  ];
}
