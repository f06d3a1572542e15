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
    "The source job has failed or was cancelled, so it has no picture",
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
    "Another caller with the same or a higher rank controls the robot",
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

/**
 * Codes that are never an HTTP answer of their own: `error.code` of a failed job, `error.code` of a
 * stream's state, and refusals at start-up or on the command line.
 */
export const innerErrorCodes = {
  cancelled: "A caller cancelled the job",
  deadline_exceeded: "The job did not end before its deadline",
  worker_crashed: "The process died three times while it worked on this job",
  input_unreadable: "The box cannot read the picture, page or file of the request",
  input_blocked_address: "The URL, or an address that it redirects to, is not allowed by the site",
  input_unreachable: "The box cannot fetch the URL. The message says why",
  upstream_rejected: "The model endpoint refused the request. The message repeats its reason",
  upstream_unavailable: "The model endpoint failed at every attempt",
  upstream_answer_invalid: "The answer of the model endpoint does not have the expected form",
  content_rejected: "The model endpoint refuses to work on this content",
  outcome_unknown:
    "The box sent the request to the endpoint but received no answer. It does not send the request again",
  source_job_failed: "The source job has no picture. The message says why",
  dicom_tools_missing:
    "The box lacks a program to read the DICOM picture. Install dcmtk, and GDCM for JPEG 2000 and JPEG-LS",
  report_invalid: "The model sent an invalid report twice. The box shows neither report",
  model_unavailable: "The box has no model that it can use here. The message says why",
  model_refused: "The box cannot use the model file or its manifest. The message says what to do",
  model_not_accepted:
    "The catalogue has no SHA-256 for the downloaded file. To accept the file, pass its SHA-256",
  learning_refused:
    "The box learnt nothing from the marks. The message gives the reason for each camera",
  download_failed: "The download stopped. Run the same command again to continue it",
  stream_unreachable: "The camera does not answer at its address",
  stream_auth_failed: "The camera refuses the user name or the password",
  stream_not_found: "The camera answers, but it has no stream at this path",
  stream_no_video: "The source has no video track",
  stream_codec_unsupported: "The box does not support the video codec",
  stream_redirect_refused:
    "The camera redirects the box to another host, and the box does not follow",
  stream_stalled: "The camera is connected but sends no video",
  stream_frozen: "The camera sends the same picture again and again",
  stream_changed:
    "The picture size, the codec or the clock of the camera changed. The box reconnects",
  stream_broken: "The box cannot read or decode the stream",
  onvif_broken: "The device at this address does not speak ONVIF",
  onvif_refused: "The camera refuses the ONVIF request. The message repeats its reason",
  file_not_allowed: "The file is not inside a directory of `media_dirs`",
  file_not_found: "The file does not exist",
  vision_down: "The vision process is restarting",
  listen_failed: "The appliance cannot listen at its HTTP address",
  store_locked: "Another appliance is using this data directory",
  store_failed: "The box cannot open or write the store",
  store_damaged: "The store is damaged. Restore a backup or the checked copy",
  store_lost: "The store is missing or empty, but the data directory has files of an earlier store",
  store_newer: "A newer release wrote the store, and this release cannot read it correctly",
  store_migrating: "A migration of the store was interrupted. `gatehouse migrate` continues it",
  archive_invalid: "The archive is damaged or contains a file that it must not contain",
  backup_invalid: "The backup is incomplete, or somebody has changed it. The message says where",
  passphrase_wrong: "The passphrase does not decrypt the keys in the backup",
  data_dir_not_empty: "The data directory is not empty, and a restore would replace its content",
  upgrade_refused: "The box refuses the upgrade bundle. The message says why",
  restore_unfinished: "A restore was interrupted. `gatehouse restore --finish` completes it",
  config_invalid: "The configuration has errors. The message names them",
  child_failed: "A process of the appliance did not start, or died",
  lease_lost: "This attempt lost the job to another attempt",
  not_finite:
    "The safety gate refused the command: one of its numbers is not finite or is too large",
  capability_missing: "The safety gate refused the command: the robot cannot carry it out",
  robot_offline: "The safety gate refused the command: the robot is offline",
  stopped_by_operator:
    "The safety gate refused the command: somebody stopped the robot, or it left its bounds, and no operator has commanded it since",
  unknown_frame: "The safety gate refused the command: the robot does not know the map frame",
  outside_geofence:
    "The safety gate refused the command: the position is outside the geofence. As the end of a command: the robot left the geofence",
  keep_out_zone:
    "The safety gate refused the command: the position is in a keep-out zone, or the path crosses one. As the end of a command: the robot entered one, or a new one lies across its path",
  takes_effect:
    "Not a failure. The reason says when a new speed limit takes effect for a robot that is driving",
  speed_limit: "The safety gate refused the command: the speed is above the limit",
  e_stop_active:
    "The safety gate refused the command: the emergency stop of the robot is pressed, or its state is unknown",
  mode_refused:
    "The safety gate refused the command: the robot does not accept it in its current mode",
  battery_low:
    "The safety gate refused the command: the charge of the battery is below the limit or unknown",
  pose_unknown:
    "The safety gate refused the command: the robot has bounds and has sent no recent pose. As the end of a command: the robot stopped sending poses while it drove",
  command_expired: "The command was older than its time to live before the box could send it",
  robot_refused: "The robot refused the command",
  robot_stopped: "Somebody stopped the robot",
  superseded: "Another command replaced this one",
  preempted: "A caller with a higher rank took control of the robot",
  lease_expired: "The heartbeat of the caller that controlled the robot stopped",
  restarted:
    "The box restarted. Either the robot no longer has the command, or a person must resume the run",
  not_arrived: "A step of a rule waited for a movement that did not succeed within 10 minutes",
  incident_too_old: "A rule did not move the robot, because the incident was older than 5 s",
  incident_not_stored: "A rule did not act on the incident, because the box could not store it",
  no_map_position:
    "A rule did not send the robot to the incident, because the incident has no position on the robot's map",
  already_there:
    "A rule did not move the robot, because it is already within the requested distance",
  dry_run: "The rule is a dry run, so the box sent nothing",
  speech_unavailable: "The box cannot speak. The message names the missing part",
  speech_failed: "The box could not turn the text into speech",
  voice_unknown: "The box does not have this voice",
  speaker_failed:
    "The loudspeaker did not play the speech. The message repeats the error of the device",
  heartbeat_missed:
    "Manual driving: the client sent no message in time, so the box stopped the robot",
  client_gone: "Manual driving: the connection of the client broke, so the box stopped the robot",
  invalid_message: "Manual driving: the client sent an invalid message",
  robot_removed: "The robot was removed during the run",
  place_unreachable: "The robot could not reach a place of the run. The message repeats its reason",
  no_progress: "In a whole round, the robot reached none of the places of the run",
  target_lost: "The object that the robot followed was out of sight for 30 s",
  not_repeated: "A restart interrupted a command of the run, and the box does not send it again",
  needs_confirmation:
    "A text endpoint made the plan of the run. A person must check the plan and resume the run",
  reference_unresolved:
    "A step of the run refers to a result that does not exist. The message names the reference",
  step_failed: "A step of the run with `on_error: fail` failed. The message names the step",
  nothing_to_cancel: "The robot no longer has the command that should be cancelled",
  goal_lost:
    "The navigation of the robot no longer has the goal, for example after the navigation restarted",
  another_client:
    "Another client drives the robot, or ended the command of the box. The message says how",
  order_lost: "The robot dropped its order before the end of the order",
  order_changed:
    "The robot reports a change of its order that the box did not send, so another client commands it",
  action_failed:
    "The robot could not carry out an action of its order. The message repeats its error",
  action_lost: "The robot does not report the outcome of an action of its order",
  node_unreachable: "The robot cannot reach a node of its order. The message repeats its error",
  waypoints_missed: "The robot missed waypoints of its route. The message names them",
  robot_failed: "The navigation of the robot failed. The message repeats its error",
  obstacle: "An obstacle blocks the path of the robot",
} as const satisfies Record<string, string>;

/** A code of the HTTP error table. */
export type HttpErrorCode = keyof typeof errorCodes;

/** Any code that the appliance uses. */
export type ErrorCode = HttpErrorCode | keyof typeof innerErrorCodes;

/** True when `word` is a code of one of the two tables. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(errorCodes, word) || Object.hasOwn(innerErrorCodes, word);
}
