/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const camerasSentences = {
  ffmpeg: "ffmpeg",
  "ffmpeg.none": "{program} is not installed",
  "ffmpeg.unknown": "unknown version",
  "ffmpeg.old": "version {version} is older than {oldest}",
  "ffmpeg.is": "version {version}",
  "ffmpeg.fix": "Run apt-get install ffmpeg.",

  decoders: "ffmpeg decoders",
  "decoders.unknown": "ffmpeg does not start",
  "decoders.all": "{codecs}",
  "decoders.missing": "ffmpeg cannot decode {codecs}",
  "decoders.fix": "Install the distribution's own ffmpeg.",

  camera_accepted: "cameras in the configuration",
  "camera_accepted.all": "the box has accepted all",
  "camera_accepted.refused": "{reason}",
  "camera_accepted.fix": "Fix the named fault; the box retries every 30 s.",

  camera_reachable: "cameras",
  "camera_reachable.none": "no camera has an RTSP address",
  "camera_reachable.sends": "the first picture arrived after {seconds} s",
  "camera_reachable.silent": "The camera does not answer",
  "camera_reachable.problem": "{problem}",
  "camera_reachable.stream_unreachable": "{problem}",
  "camera_reachable.stream_auth_failed": "{problem}",
  "camera_reachable.stream_not_found": "{problem}",
  "camera_reachable.stream_no_video": "{problem}",
  "camera_reachable.stream_codec_unsupported": "{problem}",
  "camera_reachable.stream_stalled": "{problem}",
  "camera_reachable.fix":
    "Check its power, cable, address and password; gatehouse cameras probe shows more.",

  camera_codec: "camera codecs",
  "camera_codec.no_picture": "the camera sends no picture, see camera_reachable",
  "camera_codec.other": "the camera sends {codec}, which browsers do not play live",
  "camera_codec.other_fix": "Set the camera to H.264, or use an H.264 sub-stream.",
  "camera_codec.b_frames": "the camera sends B-frames, which delay the picture",
  "camera_codec.b_frames_fix": "Switch B-frames off in the camera.",
  "camera_codec.well": "H.264 without B-frames",

  camera_gop: "camera key frames",
  "camera_gop.none": "no second key frame arrived",
  "camera_gop.is": "a key frame every {seconds} s",
  "camera_gop.fix": 'Set the key frame interval to 1 to 2 s, and switch off "smart" codecs.',

  camera_clock: "camera clocks",
  "camera_clock.unknown": "the camera does not report its time",
  "camera_clock.ahead": "{seconds} s ahead of the box",
  "camera_clock.behind": "{seconds} s behind the box",
  "camera_clock.fix": "Set the same time server (NTP) in the camera and on the box.",

  camera_sub_stream: "camera sub-streams",
  "camera_sub_stream.configured": "a sub-stream is configured",
  "camera_sub_stream.small": "the main stream is already small ({size})",
  "camera_sub_stream.large": "the box decodes {size} for detection",
  "camera_sub_stream.offered":
    "the box decodes {size} for detection; the camera also offers {offered}",
  "camera_sub_stream.fix": "Set source.sub_url to a stream of about 640×360.",

  camera_sub_reachable: "configured sub-streams",
  "camera_sub_reachable.none": "no sub-stream is configured",
  "camera_sub_reachable.is": "{size}",
  "camera_sub_reachable.fix": "Correct source.sub_url, or remove it.",

  camera_events: "events of the cameras",
  "camera_events.all": "the box gets all that behaviors need",
  "camera_events.none": "{reason}",
  "camera_events.fix":
    "Give the camera's user the right to ONVIF events, and switch ONVIF on. The box tries again.",
} as const;
