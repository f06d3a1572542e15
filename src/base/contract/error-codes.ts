/** The party responsible for an error: the caller, the box, or something the box depends on. */
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
  invalid_credentials: row(401, "caller", false, "The name, password or passkey is wrong"),
  invalid_invitation: row(401, "caller", false, "The invitation is used, withdrawn or expired"),
  invalid_setup_code: row(401, "caller", false, "The setup code is wrong, used or expired"),
  invalid_rescue_code: row(401, "caller", false, "The rescue code is wrong or used"),
  session_expired: row(401, "caller", false, "The page session has ended; sign in again"),
  insufficient_scope: row(403, "caller", false, "The key lacks the scope that the route needs"),
  key_network_refused: row(403, "caller", false, "The key may not be used from this address"),
  camera_restricted: row(
    403,
    "caller",
    false,
    "The account may see only some cameras, and this shows or changes others",
  ),
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
  host_not_allowed: row(
    421,
    "caller",
    false,
    "The Host header has a name or address that the box does not know",
  ),
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
    "The voice provider's credentials are missing; the message says how to give them",
  ),
  voice_credentials_refused: row(
    400,
    "caller",
    false,
    "The voice provider does not accept the credentials",
  ),
  invalid_signature: row(401, "caller", false, "The event's signature is wrong or too old"),
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
    "The organisation has the most webhooks that it may have",
  ),
  range_not_satisfiable: row(
    416,
    "caller",
    false,
    "The requested range begins after the end of the file",
  ),
  malformed_request: row(400, "caller", false, "The request is not well-formed HTTP"),
  request_timeout: row(408, "caller", true, "The request did not arrive in time"),
  headers_too_large: row(431, "caller", false, "The request headers exceed 16 KiB"),
  unsupported_media_type: row(415, "caller", false, "The content type is not application/json"),
  request_too_large: row(413, "caller", false, "The body exceeds the route's limit"),
  not_found: row(404, "caller", false, "No such route, or no such resource in this organisation"),
  job_expired: row(410, "caller", false, "The job was deleted, by a request or by retention"),
  upgrade_required: row(
    426,
    "caller",
    false,
    "The route is a WebSocket; send a request to upgrade",
  ),
  method_not_allowed: row(405, "caller", false, "The route does not have this method"),
  conflict: row(409, "caller", false, "The resource exists already or is in another state"),
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
  source_job_not_completed: row(409, "caller", false, "The source job has no picture"),
  job_not_an_avatar: row(409, "caller", false, "The job does not create an avatar"),
  retained_command: row(
    400,
    "caller",
    false,
    "The MQTT command is a retained message, so its age is unknown",
  ),
  lease_held: row(
    409,
    "caller",
    true,
    "Another caller with the same or a higher rank holds the robot",
  ),
  command_rejected: row(
    422,
    "caller",
    false,
    "The safety gate refused the command; `details[0].rule` names the rule",
  ),
  task_not_understood: row(
    422,
    "caller",
    false,
    "The box cannot make a plan from the words of the task; `details[0].rule` says why",
  ),
  robot_unreachable: row(
    502,
    "dependency",
    true,
    "The robot did not accept the stop; use the emergency stop on the robot",
  ),
  stream_not_ready: row(409, "dependency", true, "The stream has no picture yet"),
  codec_not_playable: row(
    409,
    "dependency",
    false,
    "The viewer cannot play this codec; the message says what to do",
  ),
  ptz_failed: row(
    409,
    "dependency",
    false,
    "The camera cannot make this movement; the message says why, and `details[0].rule` has the code",
  ),
  too_many_waiters: row(429, "caller", true, "Too many long polls at once"),
  too_many_streams: row(429, "caller", true, "Too many event streams or live views at once"),
  rate_limited: row(429, "caller", true, "Too many requests in the window"),
  queue_full: row(429, "caller", true, "Too many jobs are queued"),
  job_create_failed: row(
    500,
    "box",
    true,
    "The box could not store the job, because the disk is full or the store failed; it accepted nothing",
  ),
  internal_error: row(500, "box", true, "A fault of the box; find it in the log by the request id"),
  upstream_error: row(502, "dependency", true, "The provider's answer is invalid or missing"),
  job_trigger_failed: row(
    502,
    "box",
    true,
    "Never sent: the box stores a job before it accepts it, and the job waits for a worker",
  ),
  overloaded: row(503, "box", true, "The box is busy; try again"),
  detector_unavailable: row(503, "box", true, "The vision process is restarting"),
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
    "The URL, or a redirect from it, points to an address that the site does not allow",
  input_unreachable: "The box cannot fetch the URL; the message says why",
  upstream_rejected: "The model endpoint refuses the request; the message repeats its reason",
  upstream_unavailable: "The model endpoint failed at every attempt",
  upstream_answer_invalid: "The model endpoint's answer has the wrong form",
  content_rejected: "The model endpoint refuses this content",
  outcome_unknown: "The request left the box and no answer came; the box does not send it again",
  source_job_failed: "The source job has no picture; the message says why",
  dicom_tools_missing:
    "The box cannot read the DICOM picture: install dcmtk, and GDCM for JPEG 2000 and JPEG-LS",
  report_invalid:
    "The model sent an invalid report, and another one after the box gave the reason; the box shows neither",
  model_unavailable: "No model on the box can detect the requested classes",
  model_refused: "The box cannot use the model file or its manifest; the message says what to do",
  model_not_accepted:
    "The catalogue has no sha256 for the downloaded file; pass its sha256 to accept it",
  learning_refused:
    "Nothing is learnt from the marks; the message gives the reason for each camera",
  download_failed: "The download stopped; run the same command to continue it",
  stream_unreachable: "The camera does not answer at its address",
  stream_auth_failed: "The camera refuses the user name or password",
  stream_not_found: "The camera answers, but not at this path",
  stream_no_video: "The source has no video track",
  stream_codec_unsupported: "The video codec is not supported",
  stream_redirect_refused: "The camera sends the box to another host",
  stream_stalled: "The camera is connected but sends no pictures",
  stream_frozen: "The camera repeats one picture",
  stream_changed: "The camera changed its picture size, codec or clock; the box reconnects",
  stream_broken: "The box cannot read or decode the stream",
  onvif_broken: "The device at this address does not speak ONVIF",
  onvif_refused: "The camera refuses the ONVIF request; the message repeats its reason",
  file_not_allowed: "The file is not below a configured media directory",
  file_not_found: "The file does not exist",
  vision_down: "The vision process is restarting",
  listen_failed: "The appliance cannot listen on the HTTP address",
  store_locked: "Another appliance uses this data directory",
  store_failed: "The box cannot open or write the store",
  store_damaged: "The store is damaged; restore a backup or the checked copy",
  store_lost: "The store is missing or empty, but the data directory has files of an earlier store",
  store_newer: "A newer release wrote the store, and this one would misread it",
  store_migrating: "A migration of the store was interrupted; `gatehouse migrate` continues it",
  archive_invalid: "The archive is damaged, or contains a forbidden member",
  backup_invalid: "The backup is incomplete or altered; the message says where",
  passphrase_wrong: "The passphrase does not decrypt the keys of the backup",
  data_dir_not_empty: "The data directory is not empty; a restore would replace its content",
  upgrade_refused: "The box refuses the bundle; the message says why",
  restore_unfinished: "A restore was interrupted; `gatehouse restore --finish` completes it",
  config_invalid: "The site configuration is not valid",
  child_failed: "A child process did not start, or died",
  lease_lost: "Another attempt has taken over the job",
  not_finite: "Gate: a number of the command is not finite or is too large",
  capability_missing: "Gate: the robot cannot do this",
  robot_offline: "Gate: the robot is offline",
  stopped_by_operator:
    "Gate: the robot was stopped or left its bounds; an operator must command it first",
  unknown_frame: "Gate: the robot does not know the frame",
  outside_geofence:
    "Gate: the position is outside the geofence. When a command ends: the robot left the geofence",
  keep_out_zone:
    "Gate: the position is in a keep-out zone, or the path crosses one. When a command ends: the robot entered one, or a new one cuts its path",
  takes_effect:
    "Not a failure: the reason says when a speed limit that was set during a drive takes effect",
  speed_limit: "Gate: the speed is above the limit",
  e_stop_active: "Gate: the robot's emergency stop is pressed, or its state is unknown",
  mode_refused: "Gate: the robot accepts no such command in its current mode",
  battery_low: "Gate: the battery is below the limit, or its charge is unknown",
  pose_unknown:
    "Gate: the robot has bounds and no recent pose. When a command ends: its poses stopped during the drive",
  command_expired: "The command exceeded its time to live before the box could send it",
  robot_refused: "The robot refused the command",
  robot_stopped: "The robot was stopped",
  superseded: "Another command replaced this one",
  preempted: "A caller of a higher rank took the robot",
  lease_expired: "The holder's heartbeat stopped",
  restarted:
    "The box restarted: the robot no longer had the command, or the run waits for a person to resume it",
  not_arrived: "Rule: the movement that the step waits for did not succeed within 10 minutes",
  incident_too_old: "Rule: the incident was older than 5 s, too old to move a robot",
  incident_not_stored: "Rule: the box could not store the incident and therefore did not act on it",
  no_map_position: "Rule: the incident has no position on the robot's map",
  already_there: "Rule: the robot is already within the requested distance",
  dry_run: "Rule: the rule is a dry run; the box sent nothing",
  speech_unavailable: "The box cannot speak; the message says what is missing",
  speech_failed: "The box could not produce speech from the text",
  voice_unknown: "The box has no such voice",
  speaker_failed: "The loudspeaker did not play; the message repeats the device's error",
  heartbeat_missed: "Teleop: the client sent no message in time; the box stopped the robot",
  client_gone: "Teleop: the client's connection broke; the box stopped the robot",
  invalid_message: "Teleop: the client sent an invalid message",
  robot_removed: "Run: the robot was removed during the run",
  place_unreachable: "Run: the robot could not reach a destination; the message repeats its reason",
  no_progress: "Run: the robot reached no destination in a whole round",
  target_lost: "Run: the followed object was out of sight for 30 s",
  not_repeated: "Run: a restart interrupted a command, and the box does not send it twice",
  needs_confirmation:
    "Run: a text endpoint made the plan; a person must check it and resume the run",
  reference_unresolved: "Run: a reference of a step leads to nothing; the message names it",
  step_failed: "Run: a step with `on_error: fail` failed; the message names it",
  nothing_to_cancel: "The robot no longer has this command",
  goal_lost: "The robot's navigation no longer has the goal, for example after it restarted",
  another_client:
    "Another client drives the robot, or ended the box's command; the message says how",
  order_lost: "The robot dropped its order before the end",
  order_changed:
    "The robot reports an order update that the box never sent: another client commands it",
  action_failed: "The robot could not carry out the action; the message repeats its error",
  action_lost: "The robot does not report the outcome of an action of its order",
  node_unreachable: "The robot cannot reach a node of its order; the message repeats its error",
  waypoints_missed: "The robot missed waypoints of its route; the message names them",
  robot_failed: "The robot's navigation failed; the message repeats its error",
  obstacle: "An obstacle blocks the robot's path",
} as const satisfies Record<string, string>;

/** A code of the HTTP error table. */
export type HttpErrorCode = keyof typeof errorCodes;

/** Any code that the appliance uses. */
export type ErrorCode = HttpErrorCode | keyof typeof innerErrorCodes;

/** True when `word` is a code of one of the two tables. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(errorCodes, word) || Object.hasOwn(innerErrorCodes, word);
}
