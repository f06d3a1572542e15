import { innerErrorCodes } from "./inner-error-codes.ts";

/** The party responsible for an error: the caller, the box, or something the box depends on. */
export type FaultOwner = "caller" | "box" | "dependency";

/** One row of the error table. `status` is absent for codes that only appear inside a job. */
export interface ErrorCodeRow {
  status: number;
  fault: FaultOwner;
  retryable: boolean;
  meaning: string;
}

// oxlint-disable-next-line max-params -- a table row reads best on one line
function row(status: number, fault: FaultOwner, retryable: boolean, meaning: string): ErrorCodeRow {
  return { status, fault, retryable, meaning };
}

/**
 * Every error code that an HTTP answer of the appliance can carry (contract section 7, decisions
 * section 2). `docs/operations/errors.md` and the tests are held to this table.
 */
export const errorCodes = {
  missing_authorization_header: row(
    401,
    "caller",
    false,
    "The request has no Authorization header",
  ),
  invalid_authorization_header: row(
    401,
    "caller",
    false,
    "The Authorization header is not `Bearer <key>`",
  ),
  invalid_api_key: row(401, "caller", false, "The box does not know the key"),
  api_key_expired: row(401, "caller", false, "The key has expired"),
  api_key_revoked: row(401, "caller", false, "Somebody has revoked the key"),
  invalid_box_token: row(
    401,
    "caller",
    false,
    "The token of another box of the fleet is wrong, has expired, or is for another request",
  ),
  invalid_credentials: row(401, "caller", false, "The name, password or passkey is wrong"),
  invalid_invitation: row(
    401,
    "caller",
    false,
    "The invitation was already used or withdrawn, or it has expired",
  ),
  invalid_setup_code: row(
    401,
    "caller",
    false,
    "The setup code is wrong, was already used, or has expired",
  ),
  invalid_rescue_code: row(401, "caller", false, "The rescue code is wrong or was already used"),
  session_expired: row(401, "caller", false, "The page session has ended. Sign in again"),
  insufficient_scope: row(403, "caller", false, "The key lacks the scope that the route needs"),
  key_network_refused: row(403, "caller", false, "The key does not work from this client address"),
  camera_restricted: row(
    403,
    "caller",
    false,
    "The account may see only some cameras, and the request concerns others",
  ),
  csrf_rejected: row(
    403,
    "caller",
    false,
    "A request of a page session lacks the header X-CSRF-Token, or another site caused it",
  ),
  feature_disabled: row(
    403,
    "caller",
    false,
    "A setting turns this function off, or the box has no endpoint or model for it. The message names the setting",
  ),
  health_triage_disabled: row(
    403,
    "caller",
    false,
    "Health triage is off, or no endpoint is configured for it. The message names the setting",
  ),
  host_not_allowed: row(421, "caller", false, "The box does not know the name in the Host header"),
  forbidden_address: row(
    400,
    "caller",
    false,
    "The site does not allow the address in the request",
  ),
  invalid_request_body: row(
    400,
    "caller",
    false,
    "The body does not match the schema of the route. `param` names the field",
  ),
  invalid_json: row(400, "caller", false, "The body is not valid JSON in UTF-8"),
  body_too_deep: row(400, "caller", false, "The body has more than 32 levels of nesting"),
  invalid_query_parameter: row(
    400,
    "caller",
    false,
    "A query parameter is unknown or out of range",
  ),
  invalid_path_parameter: row(400, "caller", false, "A path parameter has the wrong form"),
  voice_credentials_missing: row(
    400,
    "caller",
    false,
    "The credentials of the voice provider are missing. The message says how to send them",
  ),
  voice_credentials_refused: row(
    400,
    "caller",
    false,
    "The voice provider refuses the credentials",
  ),
  invalid_signature: row(
    401,
    "caller",
    false,
    "The signature of a voice provider's event is wrong or too old",
  ),
  invalid_idempotency_key: row(
    400,
    "caller",
    false,
    "The header Idempotency-Key does not consist of 1 to 255 visible ASCII characters",
  ),
  webhook_limit_reached: row(
    409,
    "caller",
    false,
    "The organisation already has the largest allowed number of webhooks",
  ),
  range_not_satisfiable: row(
    416,
    "caller",
    false,
    "The requested range begins after the end of the file",
  ),
  malformed_request: row(400, "caller", false, "The request is not well-formed HTTP"),
  request_timeout: row(
    408,
    "caller",
    true,
    "The request did not arrive completely within the time limit",
  ),
  headers_too_large: row(431, "caller", false, "The headers of the request exceed 16 KiB"),
  unsupported_media_type: row(
    415,
    "caller",
    false,
    "The body is not `application/json`, or it has a Content-Encoding",
  ),
  request_too_large: row(413, "caller", false, "The body exceeds the size limit of the route"),
  not_found: row(
    404,
    "caller",
    false,
    "The route does not exist, or the organisation has no such resource",
  ),
  job_expired: row(410, "caller", false, "The job was deleted, by a request or because of its age"),
  upgrade_required: row(
    426,
    "caller",
    false,
    "The route is a WebSocket. Send a request to upgrade the connection",
  ),
  method_not_allowed: row(405, "caller", false, "The route exists, but not with this HTTP method"),
  conflict: row(
    409,
    "caller",
    false,
    "The resource already exists, or its state does not allow the request",
  ),
  idempotency_key_mismatch: row(
    409,
    "caller",
    false,
    "An earlier, different request used this Idempotency-Key",
  ),
  idempotency_request_in_progress: row(
    409,
    "caller",
    true,
    "The box is still accepting the first request with this Idempotency-Key",
  ),
  source_job_not_completed: row(
    409,
    "caller",
    false,
    "The job whose picture the request should use has failed or was cancelled. To save an avatar, the job must be completed",
  ),
  job_not_an_avatar: row(409, "caller", false, "The job is not an avatar job"),
  retained_command: row(
    400,
    "caller",
    false,
    "The command is a retained MQTT message, so the box cannot know its age",
  ),
  lease_held: row(
    409,
    "caller",
    true,
    "Another caller with the same or a higher rank controls the robot, another caller talks to the camera, or somebody has moved the camera since the command in `only_after`",
  ),
  command_rejected: row(
    422,
    "caller",
    false,
    "The safety gate refused the command. `details[0].rule` names the rule",
  ),
  task_not_understood: row(
    422,
    "caller",
    false,
    "The box cannot make a plan from the task. `details[0].rule` says why",
  ),
  robot_unreachable: row(
    502,
    "dependency",
    true,
    "The robot did not confirm the stop. Use the emergency stop on the robot",
  ),
  stream_not_ready: row(409, "dependency", true, "The stream has no picture at present"),
  codec_not_playable: row(
    409,
    "dependency",
    false,
    "The viewer cannot play the camera's codec. The message says what to do",
  ),
  ptz_failed: row(
    409,
    "dependency",
    false,
    "The camera cannot make this movement. The message says why, and `details[0].rule` has the code",
  ),
  no_loudspeaker: row(
    409,
    "dependency",
    false,
    "The camera offers no loudspeaker that the box can use. The message says why",
  ),
  talk_failed: row(
    409,
    "dependency",
    true,
    "The box cannot talk to the camera now. The message says why, and `details[0].rule` has the code",
  ),
  too_many_waiters: row(
    429,
    "caller",
    true,
    "Too many requests are already waiting for jobs to end",
  ),
  too_many_streams: row(
    429,
    "caller",
    true,
    "Too many event streams or live views are already open",
  ),
  rate_limited: row(429, "caller", true, "The caller has sent too many requests in this minute"),
  queue_full: row(429, "caller", true, "The organisation has too many queued jobs"),
  job_create_failed: row(
    500,
    "box",
    true,
    "The box could not store the job, so it did not accept it. Either the disk is full or the store failed",
  ),
  internal_error: row(
    500,
    "box",
    true,
    "The box has a fault. Find the cause in the log by the request id",
  ),
  upstream_error: row(502, "dependency", true, "The provider sent no valid answer"),
  job_trigger_failed: row(
    502,
    "box",
    true,
    "Never sent. The box stores a job before it accepts it, so starting it cannot fail",
  ),
  box_unreachable: row(
    503,
    "dependency",
    true,
    "Another box of the fleet does not answer. The message names it",
  ),
  overloaded: row(503, "box", true, "The box is too busy. Try again later"),
  detector_unavailable: row(503, "box", true, "The vision process is restarting"),
  not_ready: row(
    503,
    "box",
    true,
    "The box does not accept work yet. `details` names the missing parts",
  ),
  shutting_down: row(503, "box", true, "The box is shutting down"),
  store_stalled: row(
    503,
    "box",
    true,
    "The disk does not answer. Repeat the request with the same Idempotency-Key",
  ),
  store_unwritable: row(503, "box", true, "The disk refuses writes. The request changed nothing"),
  storage_full: row(507, "box", true, "The disk is full. The request changed nothing"),
} as const satisfies Record<string, ErrorCodeRow>;

/** A code of the HTTP error table. */
export type HttpErrorCode = keyof typeof errorCodes;

/** Any code that the appliance uses. */
export type ErrorCode = HttpErrorCode | keyof typeof innerErrorCodes;

/** True when `word` is a code of one of the two tables. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(errorCodes, word) || Object.hasOwn(innerErrorCodes, word);
}
