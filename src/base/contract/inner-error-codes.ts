/**
 * Codes that are never an HTTP answer of their own: `error.code` of a failed job, `error.code` of a
 * stream's state, and refusals at start-up or on the command line.
 */
export const innerErrorCodes = {
  cancelled: "A caller cancelled the job",
  deadline_exceeded: "The job did not end before its deadline",
  worker_crashed: "The process of the appliance died three times while it worked on this job",
  input_unreadable: "The box cannot read the picture, page or file of the request",
  input_blocked_address:
    "The site does not allow the URL, or an address to which the URL redirects",
  input_unreachable: "The box cannot fetch the URL. The message says why",
  upstream_rejected: "The model endpoint refused the request. The message repeats its reason",
  upstream_unavailable: "The model endpoint failed at every attempt",
  upstream_answer_invalid: "The answer of the model endpoint does not have the expected form",
  content_rejected: "The model endpoint refuses to work on this content",
  outcome_unknown:
    "The box sent the request to the endpoint but received no answer. It does not send the request again",
  source_job_failed: "The job that should supply the picture has none. The message says why",
  dicom_tools_missing:
    "The box lacks a program to read the DICOM picture. Install dcmtk, and GDCM for JPEG 2000 and JPEG-LS",
  report_invalid: "The model sent an invalid report twice. The box shows neither report",
  model_unavailable: "The box has no model that it can use here. The message says why",
  model_refused: "The box cannot use the model file or its manifest. The message says what to do",
  model_not_accepted:
    "The catalogue has no SHA-256 for the downloaded file. To accept the file, pass its SHA-256",
  learning_refused:
    "The box learnt nothing from the incidents that people marked as real or false alarms. The message says why",
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
  stream_metadata_missing:
    "The camera stands in for the detector, but sends no metadata about what it sees",
  stream_changed:
    "The picture size, the codec or the clock of the camera changed. The box reconnects",
  stream_broken: "The box cannot read or decode the stream",
  onvif_broken: "The device at this address does not speak ONVIF",
  onvif_refused: "The camera refuses the ONVIF request. The message repeats its reason",
  onvif_no_events: "The camera offers no events by ONVIF",
  file_not_allowed: "The file is not inside a directory of `media_dirs`",
  file_not_found: "The file does not exist",
  vision_down: "The vision process is restarting",
  listen_failed: "The appliance cannot listen at its HTTP address",
  store_locked: "Another appliance is using this data directory",
  store_failed: "The box cannot open or write the store",
  store_damaged:
    "The store is damaged. Restore a backup, or the copy of the store that the box makes every day",
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
  lease_lost:
    "The worker could not confirm that the job was still its own, so it stopped. Another worker does the job",
  not_finite:
    "The safety gate refused the command: one of its numbers is not finite or is too large",
  capability_missing: "The safety gate refused the command: the robot cannot carry it out",
  driven_elsewhere:
    "The safety gate refused the command: another box of the fleet drives the robot, or this box has no contact with the fleet. The message names the box",
  robot_offline: "The safety gate refused the command: the robot is offline",
  stopped_by_operator:
    "The safety gate refused the command: somebody stopped the robot, or it left its bounds, and no operator has commanded it since",
  unknown_frame: "The safety gate refused the command: the robot does not know the map frame",
  outside_geofence:
    "The safety gate refused the command: the position is outside the geofence. For an accepted command: the robot left the geofence",
  keep_out_zone:
    "The safety gate refused the command: the position is in a keep-out zone, or the path crosses one. For an accepted command: the robot entered a keep-out zone, or a new zone lies across its path",
  takes_effect:
    "Not a failure. The reason says when a new speed limit takes effect for a robot that is driving",
  speed_limit: "The safety gate refused the command: the speed is above the limit",
  e_stop_active:
    "The safety gate refused the command: the emergency stop of the robot is pressed, or its state is unknown",
  mode_refused:
    "The safety gate refused the command: the robot does not accept it in its current mode",
  battery_low:
    "The safety gate refused the command: the charge of the battery is below the limit or unknown",
  picture_stale:
    "The safety gate refused to drive: the picture by which somebody drives is too old, or nobody has said which one is seen",
  pose_unknown:
    "The safety gate refused the command: the robot has bounds and has sent no recent pose. For an accepted command: the robot stopped sending poses while it drove",
  no_way:
    "The safety gate refused the command: no corridors lead from the robot to the goal in the direction of travel",
  reservation_lost:
    "The robot lost the corridor or place that it was about to enter: another robot is there, or somebody freed it",
  door_closed:
    "A door on the way of the robot is not open, or a lift is at another level. The message names it",
  door_unknown: "The state of a door on the way of the robot is unknown or too old",
  door_fault:
    "The safety gate refused the command: a door on the way has a fault, reports a false state, or is not in the site file",
  door_timeout: "A door did not open in time, or a lift did not come. The message names it",
  door_unreachable: "The door did not take the request",
  command_expired: "The command was older than its time to live before the box could send it",
  robot_refused: "The robot refused the command",
  robot_stopped: "Somebody stopped the robot",
  superseded: "Another command replaced this one",
  preempted: "A caller with a higher rank took control of the robot",
  lease_expired: "The caller that controlled the robot did not renew its lease in time",
  restarted:
    "The command ended because the box restarted, or because somebody removed or changed the robot. A run that waits with this code continues when a person resumes it",
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
  mission_failed: "A branch of the mission leads to a failure. The message names the step",
  mission_bound: "The mission took more steps or more time than its bounds allow",
  webhook_failed: "The webhook of a step did not accept the call. The message says why",
  place_unreachable: "The robot could not reach a place of the run. The message says why",
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
  order_lost:
    "The robot gave up the VDA 5050 order of the command before it had completed the order",
  order_changed:
    "The robot reports a change of its VDA 5050 order that the box did not send. So another client also commands the robot",
  action_failed:
    "The robot could not carry out an action of its VDA 5050 order. The message repeats the error of the robot",
  action_lost: "The robot does not report the outcome of an action of its VDA 5050 order",
  node_unreachable:
    "The robot cannot reach a node of its VDA 5050 order. The message repeats the error of the robot",
  waypoints_missed: "The robot missed waypoints of its route. The message names them",
  robot_failed: "The navigation of the robot failed. The message repeats its error",
  obstacle: "An obstacle blocks the path of the robot",
} as const satisfies Record<string, string>;
