import assert from "node:assert/strict";
import { test } from "node:test";
import {
  problemOfSocketError,
  problemOfStatus,
  relayProblems,
} from "../../../src/adapters/rtsp-relay/relay-problems.ts";
import { adviceFor } from "../../../src/cameras/probe/probe-advice.ts";
import { findingOf } from "../../../src/cameras/probe/probe-finding.ts";
import type { SourceProblem } from "../../../src/cameras/source.ts";
import type { StreamMeasure } from "../../../src/cameras/stream-measure.ts";
import { probeFindings } from "../../../src/cameras/probe/probe-terms.ts";

const at = "10.0.0.9:554";
const socket = (code: string): SourceProblem =>
  problemOfSocketError(Object.assign(new Error(code), { code }), at);
const onvif = {
  url: "http://10.0.0.9/",
  answer: { code: "onvif_broken", message: "It is broken." },
} as const;

const found = (problem: SourceProblem | null): string =>
  findingOf({ stream: { url: "rtsp://10.0.0.9/", measure: { problem } as StreamMeasure }, onvif });

for (const [what, problem, finding] of [
  ["a closed port", socket("ECONNREFUSED"), "refused"],
  ["a host that is away", socket("EHOSTUNREACH"), "no_answer"],
  ["an unknown name", socket("ENOTFOUND"), "unknown_host"],
  ["a foreign certificate", socket("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "untrusted"],
  ["a port without TLS", socket("ERR_SSL_WRONG_VERSION_NUMBER"), "no_tls"],
  ["a reset connection", socket("ECONNRESET"), "lost"],
  ["a forbidden network", relayProblems.notAllowed(at), "not_allowed"],
  ["a wrong password", problemOfStatus(401, at), "password_wrong"],
  ["no password", relayProblems.wantsPassword(at), "password_missing"],
  ["a user without rights", problemOfStatus(403, at), "rights_missing"],
  ["an unknown sign-in", relayProblems.unknownAuth(at), "sign_in_unknown"],
  ["a wrong path", problemOfStatus(404, at), "no_such_path"],
  ["too many viewers", problemOfStatus(453, at), "busy"],
  ["UDP only", problemOfStatus(461, at), "udp_only"],
  ["another address", problemOfStatus(302, at), "redirected"],
  ["a port that hangs up", relayProblems.hungUp(at), "hung_up"],
  ["a web server", relayProblems.notRtsp(at), "not_rtsp"],
  ["sound only", relayProblems.noVideo(at), "no_video"],
  ["an unknown codec", relayProblems.codec(at, "VP8"), "codec_unsupported"],
  ["silence", { code: "stream_stalled", message: "" }, "stopped"],
  ["garbled video", { code: "stream_broken", message: "" }, "unreadable"],
  ["pictures", null, "usable"],
] as const) {
  test(`a probe of ${what} is found \`${finding}\`, whatever ONVIF answers`, () => {
    assert.equal(found(problem), finding);
    assert.ok((probeFindings as readonly string[]).includes(finding));
  });
}

test("without a stream the finding is that of ONVIF", () => {
  const { notAllowed } = relayProblems;
  const of = (answer: SourceProblem) => findingOf({ stream: null, onvif: { ...onvif, answer } });
  assert.equal(of(onvif.answer), "onvif_failed");
  assert.equal(of(notAllowed(at)), "not_allowed");
});

test("advice about a problem has the fields of the document, and no other", () => {
  const problem = socket("ECONNREFUSED");
  const [advice] = adviceFor({ problem } as StreamMeasure, onvif.answer);
  const { code, message } = problem;
  assert.deepEqual(advice, { code, level: "critical", message, values: {} });
});
