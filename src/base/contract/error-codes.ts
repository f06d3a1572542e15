/** Whose fault an error is: the caller's, the box's own, or something the box depends on. */
export type Fault = "caller" | "box" | "dependency";

/** One row of the error table. `status` is absent for codes that only appear inside a job. */
export interface ErrorCodeRow {
  status: number;
  fault: Fault;
  retryable: boolean;
  meaning: string;
}

// oxlint-disable-next-line max-params -- a table row reads best on one line
function row(status: number, fault: Fault, retryable: boolean, meaning: string): ErrorCodeRow {
  return { status, fault, retryable, meaning };
}

/**
 * Every error code that an HTTP answer of the appliance can carry (contract section 7, decisions
 * section 2). `docs/errors.md` and the tests are held to this table.
 */
export const errorCodes = {
  missing_authorization_header: row(401, "caller", false, "No Authorization header was sent"),
  invalid_authorization_header: row(
    401,
    "caller",
    false,
    "The Authorization header is not `Bearer <key>`",
  ),
  invalid_api_key: row(401, "caller", false, "The key is unknown"),
  api_key_expired: row(401, "caller", false, "The key is past its expiry"),
  api_key_revoked: row(401, "caller", false, "The key was revoked"),
  invalid_setup_code: row(401, "caller", false, "The setup code is wrong, spent or too old"),
  invalid_rescue_code: row(401, "caller", false, "The code of the rescue page is wrong or spent"),
  session_expired: row(401, "caller", false, "The page session is over; sign in again"),
  insufficient_scope: row(403, "caller", false, "The key lacks the scope that the route needs"),
  key_network_refused: row(403, "caller", false, "The key may not be used from this address"),
  csrf_rejected: row(
    403,
    "caller",
    false,
    "A page session's request lacks the CSRF header or comes from another origin",
  ),
  feature_disabled: row(
    403,
    "caller",
    false,
    "The box has no endpoint or model for this; the message names the setting",
  ),
  health_triage_disabled: row(
    403,
    "caller",
    false,
    "Health triage is turned off on this box, or has no endpoint; the message names the setting",
  ),
  host_not_allowed: row(421, "caller", false, "The Host header names no address of this box"),
  forbidden_address: row(
    400,
    "caller",
    false,
    "The URL points to an address that the site does not allow",
  ),
  invalid_request_body: row(
    400,
    "caller",
    false,
    "The body breaks the operation's schema; `param` names the field",
  ),
  invalid_json: row(400, "caller", false, "The body is not JSON in UTF-8"),
  body_too_deep: row(400, "caller", false, "The body is nested deeper than 32 levels"),
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
    "Nobody has given the voice provider's credentials; the message says how",
  ),
  voice_credentials_refused: row(
    400,
    "caller",
    false,
    "The voice provider does not accept the credentials",
  ),
  invalid_signature: row(401, "caller", false, "The event's signature does not fit, or is too old"),
  invalid_idempotency_key: row(
    400,
    "caller",
    false,
    "Idempotency-Key is not 1–255 visible ASCII characters",
  ),
  webhook_limit_reached: row(
    409,
    "caller",
    false,
    "The organisation has as many webhooks as it may have",
  ),
  range_not_satisfiable: row(416, "caller", false, "The file is shorter than the range asked for"),
  malformed_request: row(400, "caller", false, "The request is not well-formed HTTP"),
  request_timeout: row(408, "caller", true, "The request did not arrive in time"),
  headers_too_large: row(431, "caller", false, "The request headers exceed 16 KiB"),
  unsupported_media_type: row(415, "caller", false, "The content type is not application/json"),
  request_too_large: row(413, "caller", false, "The body exceeds the route's limit"),
  not_found: row(404, "caller", false, "No such route, or no such resource in this organisation"),
  job_expired: row(410, "caller", false, "The job was deleted, or its time is up"),
  upgrade_required: row(426, "caller", false, "The address is a WebSocket"),
  method_not_allowed: row(405, "caller", false, "The route exists, but not for this method"),
  conflict: row(409, "caller", false, "The resource exists already or is in another state"),
  idempotency_key_mismatch: row(
    409,
    "caller",
    false,
    "The Idempotency-Key was used with another request",
  ),
  idempotency_request_in_progress: row(
    409,
    "caller",
    true,
    "The first request with this Idempotency-Key is still being accepted",
  ),
  source_job_not_completed: row(
    409,
    "caller",
    false,
    "The job that is built on has ended, or not yet ended, without a picture",
  ),
  job_not_an_avatar: row(409, "caller", false, "The job is not one that makes an avatar"),
  retained_command: row(
    400,
    "caller",
    false,
    "An MQTT command was retained; nobody knows when it was meant",
  ),
  lease_held: row(409, "caller", true, "Somebody else has the robot, with this priority or more"),
  command_rejected: row(
    422,
    "caller",
    false,
    "The safety gate refused the command; `details[0].rule` says by which rule",
  ),
  task_not_understood: row(
    422,
    "caller",
    false,
    "The words of a run's task cannot be made into a plan; `details[0].rule` says why",
  ),
  robot_unreachable: row(
    502,
    "dependency",
    true,
    "The robot did not take the stop; use its own emergency stop",
  ),
  stream_not_ready: row(409, "dependency", true, "The stream has no picture yet"),
  codec_not_playable: row(
    409,
    "dependency",
    false,
    "The camera's codec is none that the viewer plays; the message says what to do",
  ),
  ptz_failed: row(
    409,
    "dependency",
    false,
    "The camera cannot be moved that way; the message says why, `details[0].rule` is the code",
  ),
  too_many_waiters: row(429, "caller", true, "Too many long polls at once"),
  too_many_streams: row(429, "caller", true, "Too many event streams or live views at once"),
  rate_limited: row(429, "caller", true, "Too many requests in the window"),
  queue_full: row(429, "caller", true, "Too many jobs are queued"),
  job_create_failed: row(
    500,
    "box",
    true,
    "The disk is full or the store failed: the job could not be stored; nothing was accepted",
  ),
  internal_error: row(500, "box", true, "A fault of the box; the request id finds it in the log"),
  upstream_error: row(502, "dependency", true, "The provider does not answer as it should"),
  job_trigger_failed: row(
    502,
    "box",
    true,
    "Never sent: a job is stored before it is accepted, and waits for its worker",
  ),
  overloaded: row(503, "box", true, "The box is busy; try again"),
  detector_unavailable: row(503, "box", true, "The vision process is being restarted"),
  not_ready: row(503, "box", true, "The box is still starting; `details` say what is missing"),
  shutting_down: row(503, "box", true, "The box is stopping"),
  store_stalled: row(
    503,
    "box",
    true,
    "The disk does not answer; repeat the request with the same Idempotency-Key",
  ),
  store_unwritable: row(503, "box", true, "The disk refuses writes; nothing was changed"),
  storage_full: row(507, "box", true, "The disk is full; nothing was changed"),
} as const satisfies Record<string, ErrorCodeRow>;

/**
 * Codes that are never an HTTP answer of their own: `error.code` of a failed job, `error.code` of a
 * stream's state, and refusals at start-up or on the command line.
 */
export const innerErrorCodes = {
  cancelled: "The job was cancelled",
  deadline_exceeded: "The job did not end before its deadline",
  worker_crashed: "The worker died three times on this job",
  input_unreadable: "The input is not a readable picture, page or file",
  input_blocked_address:
    "The URL leads, maybe by a redirect, to an address that the site does not allow",
  input_unreachable: "What the URL names cannot be fetched; the message says why",
  upstream_rejected: "The model endpoint does not take the request; the message repeats its reason",
  upstream_unavailable: "The model endpoint failed again and again",
  upstream_answer_invalid: "The model endpoint answered with something that is no answer",
  content_rejected: "The model endpoint will not answer this content",
  outcome_unknown: "The request left the box and no answer came; it is not sent again by itself",
  source_job_failed: "The job that this one builds on has no picture; the message says why",
  dicom_tools_missing:
    "DICOM pictures cannot be read: dcmtk is not installed, or for JPEG 2000 and JPEG-LS GDCM",
  report_invalid:
    "The model's answer is no acceptable report, also after it was told why; nothing of it is shown",
  model_unavailable: "No model on the box can see what was asked",
  model_refused: "The model file or its manifest cannot be used; the message says what to do",
  model_not_accepted:
    "Nobody has vouched for the downloaded file yet; give its sha256 to accept it",
  download_failed: "The download did not arrive; the same command goes on where it stopped",
  stream_unreachable: "The camera does not answer at its address",
  stream_auth_failed: "The camera refuses the user name or password",
  stream_not_found: "The camera answers, but not at this path",
  stream_no_video: "The source has no video track",
  stream_codec_unsupported: "The video codec is not supported",
  stream_redirect_refused: "The camera sends the box to another host",
  stream_stalled: "The camera is connected but sends no pictures",
  stream_frozen: "The camera sends the same picture again and again",
  stream_changed: "The camera changed its picture size, codec or clock; the box connects again",
  stream_broken: "The stream cannot be read or decoded",
  onvif_broken: "What answers does not speak ONVIF",
  onvif_refused: "The camera refuses the ONVIF request; the message repeats its reason",
  file_not_allowed: "The file is not below a configured media directory",
  file_not_found: "There is no such file",
  vision_down: "The vision process is being restarted",
  listen_failed: "The HTTP address cannot be listened on",
  store_locked: "Another appliance uses this data directory",
  store_failed: "The store cannot be opened or written",
  store_damaged: "The store is damaged; a backup has to be restored",
  store_lost:
    "The store is missing or empty, but the data directory holds files of an earlier life",
  store_newer: "The store was written by a newer release, and this one would misread it",
  store_migrating: "A migration of the store was cut off; `gatehouse migrate` goes on with it",
  archive_invalid: "An archive is damaged, or holds what it must not",
  backup_invalid: "A backup is not whole, or was changed; the message says what",
  passphrase_wrong: "The passphrase does not open the keys of the backup",
  data_dir_not_empty: "There is something in the data directory that a restore would replace",
  upgrade_refused: "The bundle may not be installed on this box; the message says why",
  restore_unfinished: "A restore was cut off; `gatehouse restore --finish` ends it",
  config_invalid: "The site configuration is not valid",
  child_failed: "A helper process could not be started or died",
  lease_lost: "Another attempt holds this job now",
  not_finite: "Gate: a number of the command is not finite, or beyond every map",
  capability_missing: "Gate: the robot cannot do this",
  robot_offline: "Gate: the robot has not been heard of",
  stopped_by_operator:
    "Gate: the robot was stopped, or broke its bounds; an operator's command comes first",
  unknown_frame: "Gate: the robot does not know the frame",
  outside_geofence: "Gate: the place is outside the geofence; as a reason: the robot left it",
  keep_out_zone:
    "Gate: the place is in a keep-out zone, or the way crosses one; as a reason: the robot entered one, or a new one cuts its way",
  takes_effect: "No failure: from when on a speed limit holds that was set while the robot drives",
  speed_limit: "Gate: faster than the robot may go",
  e_stop_active: "Gate: the robot's emergency stop is pressed, or its state is not known",
  mode_refused: "Gate: the robot's mode takes no such command",
  battery_low: "Gate: the battery is below the floor, or not known",
  pose_unknown:
    "Gate: there are bounds, and no pose is young enough; as a reason: poses stopped on the way",
  command_expired: "The command was older than its time to live before it could be sent",
  robot_refused: "The robot refused the command",
  robot_stopped: "The robot was stopped",
  superseded: "Another command took its place",
  preempted: "Somebody of a higher priority took the robot",
  lease_expired: "The holder's heartbeat stayed away",
  restarted:
    "The box was restarted: the robot no longer had the command, or the run waits to be resumed",
  not_arrived: "Rule: the movement that the step waits for did not succeed within 10 minutes",
  incident_too_old: "Rule: the incident was older than 5 s; an old one never moves a robot",
  incident_not_stored: "Rule: the incident could not be stored; nothing is done on account of it",
  no_map_position: "Rule: nobody knows where on the robot's map it was seen",
  already_there: "Rule: the robot is as near as it was to come",
  dry_run: "Rule: it is on trial; nothing was sent",
  speech_unavailable: "The box cannot speak; the message says what is missing",
  speech_failed: "The text could not be spoken",
  voice_unknown: "The box has no such voice",
  speaker_failed: "The loudspeaker did not play; the message repeats the device's words",
  heartbeat_missed: "Teleop: no message of the client came in time; the robot stands",
  client_gone: "Teleop: the client's connection broke; the robot stands",
  invalid_message: "Teleop: the client sent what is no message of the protocol",
  robot_removed: "Run: the robot was removed while the run was on",
  place_unreachable: "Run: a place could not be reached; the message repeats the robot's reason",
  no_progress: "Run: no place of a whole round could be reached",
  target_lost: "Run: what it followed was not seen for 30 s",
  not_repeated: "Run: a command was cut off by a restart, and is not given twice",
  needs_confirmation:
    "Run: the plan was made by a text endpoint; somebody must look at it and resume",
  reference_unresolved: "Run: what a step refers to is not there; the message names the reference",
  step_failed: "Run: a step failed that the run does not go on without; the message says which",
  nothing_to_cancel: "The robot has no such command any more",
  goal_lost: "The robot's navigation no longer has the goal, as after a restart of it",
  another_client:
    "Another client drives the robot, or ended what the box sent; the message says how",
  order_lost: "The robot gave up its order before the end",
  order_changed:
    "The robot shows an update of its order that the box never sent: somebody else commands it",
  action_failed:
    "The robot could not do what it was to do at its place; the message repeats its words",
  action_lost: "The robot does not say what became of an action of its order",
  node_unreachable: "The robot cannot reach a place of its order; the message repeats its words",
  waypoints_missed: "The robot left out places of its route; the message says which",
  robot_failed: "The robot's navigation gave up; the message repeats its words",
  obstacle: "Something stands in the robot's way",
} as const satisfies Record<string, string>;

/** A code of the HTTP error table. */
export type HttpErrorCode = keyof typeof errorCodes;

/** Any code that the appliance uses. */
export type ErrorCode = HttpErrorCode | keyof typeof innerErrorCodes;

/** True when `word` is a code of one of the two tables. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(errorCodes, word) || Object.hasOwn(innerErrorCodes, word);
}
