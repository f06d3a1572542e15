/**
 * Everything that the doctor says, in English, by its code. A code without a dot is the title of the check
 * of that name; the others begin with their check's, or with `any` where several checks say the same.
 * A `{name}` stands for one of the finding's values. The page has the same codes in its other languages
 * (`console/source/words/findings/<language>.json`).
 */
export const sentences = {
  "any.box_stopped": "the box does not run",
  "any.no_mounts": "the system does not list mounts",
  "any.port_answers": "{address} answers",
  "any.port_silent": "{address} does not answer ({problem})",
  "any.store_unasked": "{problem}",

  doctor: "the doctor itself",
  "doctor.not_begun": "the examination could not begin: {problem}",
  "doctor.not_begun_fix": "Try again, and report it with a support bundle.",
  "doctor.late": "the check took too long",
  "doctor.late_fix": "Look at the load of the box, then try again.",
  "doctor.broke": "the check itself failed: {problem}",
  "doctor.broke_fix": "Report this with a support bundle.",

  configuration: "configuration",
  "configuration.file": "{file}",
  "configuration.defaults": "the defaults",
  "configuration.problem": "{problem}",
  "configuration.problem_fix": "Mend it in {file} (gatehouse config check).",
  "configuration.warning_fix": "Mend it in {file}.",
  "configuration.setting_fix": "Mend the environment variable or flag that it comes from.",

  running: "the box",
  "running.not": "it does not run",
  "running.not_ready": "it is starting or stopping",
  "running.not_ready_fix": "Wait, then look into its log.",
  "running.answers": "it answers at {url}",

  safe_mode: "safe mode",
  "safe_mode.off": "off",
  "safe_mode.on": "cameras and robots are paused",
  "safe_mode.reason": "cameras and robots are paused: {reason}",
  "safe_mode.fix": "Look into the log for what crashed, then run gatehouse safe-mode leave.",

  detector: "detector process",
  "detector.state": "it is {state}, and was restarted {restarts} time(s)",
  "detector.fix":
    "Look into the log for what it died of; gatehouse models verify checks the models.",

  queue: "queue of jobs",
  "queue.length": "{queued} wait, {running} run",
  "queue.fix": "See which wait (GET /api/v1/jobs?status=queued), and whether their endpoint is up.",

  key_files: "files with keys",
  "key_files.open": "others may read it",
  "key_files.fix": "Run chmod 600 {file}, and replace the key if others have access to the box.",
  "key_files.none": "there are none yet",
  "key_files.closed": "{files}, readable by their owner only",

  api_keys: "keys of the API",
  "api_keys.some": "there are some",
  "api_keys.none": "there is none: nobody can sign in",
  "api_keys.fix":
    "Use the setup code of the start, or gatehouse keys create --preset admin --name technician.",

  store_version: "layout of the store",
  "store_version.is": "layout {version}; this release writes {own}",
  "store_version.newer_fix": "Install the release that wrote it, or restore a backup.",
  "store_version.cut_off": "a migration was cut off",
  "store_version.migrate_fix": "Stop the box and run gatehouse migrate.",

  store_size: "size of the store",
  "store_size.is": "{used} of at most {limit}, {entries} entries",
  "store_size.fix": "Lower retention.jobs, retention.events and retention.audit.",

  store_free_list: "free list and readers of the store",
  "store_free_list.is": "{freed} freed transactions, {readers} of {most} readers",
  "store_free_list.readers_fix": "Restart the box: readers that ended badly hold on to old pages.",
  "store_free_list.long_fix": "Restart the box at a quiet time; if it grows again, report it.",

  webhooks: "webhook endpoints",
  "webhooks.none": "none was given up",
  "webhooks.gone": "nothing is sent any more: it said that it is gone (410)",
  "webhooks.failing": "nothing is sent any more: it failed for days",
  "webhooks.fix": "Mend the receiver, set is_active again, and recover what was missed.",

  backup: "last backup",
  "backup.none": "there was none",
  "backup.today": "less than a day ago, {file}",
  "backup.days": "{days} day(s) ago, {file}",
  "backup.fix": "Run gatehouse backup, or enable its timer.",

  restores: "what restores set aside",
  "restores.none": "nothing",
  "restores.cut_off": "a restore was cut off",
  "restores.cut_off_fix": "Run gatehouse restore --finish.",
  "restores.aside": "{folder} still takes up space",
  "restores.aside_fix": "Remove it when the restored box is well.",

  service: "systemd service",
  "service.no_systemd": "systemd does not run here",
  "service.not_installed": "the unit is not installed",
  "service.failed": "it failed ({result})",
  "service.failed_fix": "Read journalctl -u gatehouse, mend that, then systemctl start gatehouse.",
  "service.restarted": "it was restarted {restarts} times",
  "service.restarted_fix": "Read journalctl -u gatehouse for why.",
  "service.no_watchdog": "its watchdog is off",
  "service.no_watchdog_fix": "Set WatchdogSec=30 in the unit.",
  "service.disabled": "it does not start with the machine",
  "service.disabled_fix": "Run systemctl enable gatehouse.",
  "service.well": "{state}, restarted {restarts} time(s)",

  memory: "free memory",
  "memory.unknown": "the system does not tell its memory",
  "memory.is": "{free} of {total} are available",
  "memory.fix": "Watch fewer streams, take a smaller model, or stop what else runs on the box.",

  memory_kills: "processes killed for memory",
  "memory_kills.unknown": "the kernel does not count them",
  "memory_kills.none": "none since the machine started",
  "memory_kills.some":
    "the kernel has killed {kills} process(es) for want of memory since the machine started",
  "memory_kills.fix":
    "Look into the kernel's log (journalctl -k) for which, and give the box more memory or less work.",

  temperature: "temperature",
  "temperature.unknown": "no sensor tells a temperature",
  "temperature.is": "{sensor} has {celsius} °C",
  "temperature.unnamed": "the hottest sensor has {celsius} °C",
  "temperature.fix": "Clean the fan and the fins, give the box air, or lower its power mode.",

  throttling: "throttling",
  "throttling.unknown": "the processor does not tell",
  "throttling.none": "the processor runs at its speed",
  "throttling.slow": "the processor is slowed down, because it is hot or short of power",
  "throttling.fix": "Cool the box, and use the power supply that its maker names.",

  load: "load",
  "load.is": "{load} processes run or wait, on {cpus} processor(s)",
  "load.fix": "Lower the frame rates, use sub-streams, or take a smaller model.",

  shared_memory: "/dev/shm",
  "shared_memory.none": "there is none",
  "shared_memory.unusable": "it cannot be used",
  "shared_memory.is": "{free} are free",
  "shared_memory.fix": "Mount a tmpfs of 64 MB or more at /dev/shm (docker: --shm-size=256m).",

  network_buffers: "the kernel's network buffers",
  "network_buffers.unknown": "the kernel does not tell them",
  "network_buffers.is": "net.core.rmem_max is {bytes}",
  "network_buffers.fix": "Set net.core.rmem_max={least} in /etc/sysctl.d/ and run sysctl --system.",

  file_descriptors: "limit of open files",
  "file_descriptors.unknown": "the system does not tell it",
  "file_descriptors.enough": "{files} files may be open",
  "file_descriptors.few": "only {files} files may be open",
  "file_descriptors.fix": "Set LimitNOFILE=16384 in the unit of the service.",

  disk_free: "free disk",
  "disk_free.unknown": "{dir} cannot be looked at",
  "disk_free.unknown_fix": "Make the data directory, or mend data_dir.",
  "disk_free.is": "{free} of {total} are free",
  "disk_free.fix": "Free space, or lower the retention of recordings and pictures.",

  disk_files: "files that can still be made",
  "disk_files.unknown": "the file system does not count them",
  "disk_files.is": "{free} of {total}",
  "disk_files.fix":
    "Lower the retention of pictures, or make the file system anew with more inodes.",

  disk_speed: "speed of the disk",
  "disk_speed.none": "nothing can be written",
  "disk_speed.none_fix": "See disk_free, data_dir_owner and disk_mount.",
  "disk_speed.is": "{megabytes} MB a second, a small write takes {sync_ms} ms",
  "disk_speed.fix": "Use an SSD or an industrial card: the disk is too slow, worn, or busy.",

  disk_mount: "how the disk is mounted",
  "disk_mount.is": "{device} ({type})",
  "disk_mount.read_only": "{device} ({type}) is mounted read-only",
  "disk_mount.read_only_fix":
    "Look for disk errors (journalctl -k), then check the file system and mount it again.",
  "disk_mount.remote": "{device} ({type}) is a disk of another machine",
  "disk_mount.remote_fix":
    "Put the data directory on a disk of the box: the store needs local locks and mapped files.",
  "disk_mount.in_memory": "{device} ({type}) is memory and gone after a restart",
  "disk_mount.in_memory_fix": "Put the data directory on a disk.",

  disk_wear: "wear of the disk",
  "disk_wear.unknown": "no disk tells its wear; install smartmontools for SSDs",
  "disk_wear.failing": "{device} says that it is failing",
  "disk_wear.is": "{device} has used {percent} % of its life",
  "disk_wear.fix": "Make a backup and replace the disk.",

  data_dir_owner: "owner of the data directory",
  "data_dir_owner.none": "there is no data directory yet; the first start makes it",
  "data_dir_owner.open": "others may look into {dir}",
  "data_dir_owner.open_fix": "Run chmod 700 {dir}.",
  "data_dir_owner.foreign": "{file} belongs to another user than {dir}",
  "data_dir_owner.foreign_fix": "Run chown -R {owner} {dir}.",
  "data_dir_owner.well": "all of it belongs to user {uid}",

  time_sync: "time server",
  "time_sync.unknown": "the system does not tell whether it follows a time server",
  "time_sync.follows": "the clock follows a time server",
  "time_sync.none": "the clock follows no time server",
  "time_sync.fix":
    "Name one that the box can reach in /etc/systemd/timesyncd.conf (NTP=…) and run timedatectl set-ntp true.",

  clock: "the clock itself",
  "clock.is": "it shows {time} UTC",
  "clock.impossible": "it shows {time} UTC, which cannot be",
  "clock.jumped": "it jumped back: the newest event is {seconds} s ahead of it",
  "clock.fix":
    "Set the clock (timedatectl set-time), and give the box a time server or a battery for its clock.",

  dns: "names",
  "dns.none": "nothing outside is named",
  "dns.found": "has an address",
  "dns.missing": "has no address",
  "dns.fix": "Mend the name, or the DNS servers of the box (resolvectl status).",

  uplink: "model endpoints",
  "uplink.none": "no endpoint is configured",
  "uplink.refused": "it refuses the box: {reason}",
  "uplink.refused_fix": "Mend its key in uplink.endpoints.",
  "uplink.makers": "its address is its maker's",
  "uplink.fix": "Look at the network, the firewall and the endpoint; jobs wait meanwhile.",

  mqtt: "MQTT brokers",
  "mqtt.none": "no broker is configured",
  "mqtt.connected": "the box is connected",
  "mqtt.refused": "{address} answers, but the box is not connected ({problem})",
  "mqtt.unanswered": "{address} answers, but has not yet taken the box",
  "mqtt.refused_fix":
    "Mend user, password and certificates of the broker in mqtt_brokers; gatehouse/# must be allowed.",
  "mqtt.fix": "Start the broker, or mend its address in the configuration.",

  mail_server: "mail server of alarms",
  "mail_server.none": "no mail server is configured",
  "mail_server.fix": "Start the mail server, or mend alarms.smtp; then run gatehouse alarms test.",

  port: "the API's port",
  "port.restart_fix": "Restart the box, and look into its log.",
  "port.chosen": "the system chooses it",
  "port.free": "{port} is free",
  "port.used": "{port} is used by another program",
  "port.used_fix": "Stop it (ss -ltnp 'sport = :{port}' names it), or set server.port.",

  certificates: "certificates",
  "certificates.none": "no certificate is used",
  "certificates.later": "it is made at the first start",
  "certificates.unreadable": "{file} cannot be read",
  "certificates.unreadable_fix": "Mend the path, or its owner.",
  "certificates.ended": "it ended on {day}",
  "certificates.early": "it is not valid yet",
  "certificates.early_fix": "Set the clock.",
  "certificates.ending": "it ends on {day}",
  "certificates.good": "good until {day}",
  "certificates.fix": "Put a new one in its place; the box takes it without a restart.",
  "certificates.wrong": "it is no certificate",
  "certificates.wrong_fix": "Give a certificate in PEM.",

  ffmpeg: "ffmpeg",
  "ffmpeg.none": "there is no {program}",
  "ffmpeg.unknown": "of unknown version",
  "ffmpeg.old": "version {version} is older than {oldest}",
  "ffmpeg.is": "version {version}",
  "ffmpeg.fix": "Run apt-get install ffmpeg.",

  decoders: "decoders of ffmpeg",
  "decoders.unknown": "ffmpeg cannot be asked",
  "decoders.all": "{codecs}",
  "decoders.missing": "{codecs} cannot be decoded",
  "decoders.fix": "Install the distribution's own ffmpeg.",

  speech: "the box's own voice",
  "speech.none": "it has none",
  "speech.missing": "there is no espeak-ng: nothing is said aloud",
  "speech.silent": "there is no aplay: loudspeakers stay silent",
  "speech.fix": "Run apt-get install espeak-ng alsa-utils.",
  "speech.there": "espeak-ng is there",

  ros: "ROS 2",
  "ros.none": "no robot is reached by it",
  "ros.missing": "it is not installed, and ros.setup names nothing",
  "ros.no_file": "{file} is not there",
  "ros.fix": "Install ROS 2 and name its setup.bash in ros.setup (docs/ros2.md).",
  "ros.is": "{files} setup file(s) for {robots} robot(s)",

  models: "files of models",
  "models.none": "no model is installed",
  "models.whole": "the file is what its manifest says",
  "models.corrupt": "the file is corrupt",
  "models.missing": "the file is missing",
  "models.fix": "Run gatehouse models pull {model} --replace, or add it again.",

  golden_frames: "detectors on their golden pictures",
  "golden_frames.no_model": "no whole model is installed",
  "golden_frames.none": "it has no golden picture",
  "golden_frames.sees": "it sees what it must, in {ms} ms",
  "golden_frames.wrong": "{problem}",
  "golden_frames.fix": "Install the model again, or use another one.",

  health_nets: "nets for health work",
  "health_nets.none": "none is configured",
  "health_nets.there": "{file} is there",
  "health_nets.unreadable": "{problem}",
  "health_nets.fix":
    "Put it right, or name another in health.{net}; jobs say what is missing meanwhile.",

  camera_accepted: "cameras of the configuration",
  "camera_accepted.all": "the box has accepted each",
  "camera_accepted.refused": "{reason}",
  "camera_accepted.fix": "Mend what it names; the box tries again every 30 s.",

  camera_reachable: "cameras",
  "camera_reachable.none": "there is no camera with an RTSP address",
  "camera_reachable.sends": "the first picture came after {seconds} s",
  "camera_reachable.silent": "The camera does not answer",
  "camera_reachable.problem": "{problem}",
  "camera_reachable.stream_unreachable": "{problem}",
  "camera_reachable.stream_auth_failed": "{problem}",
  "camera_reachable.stream_not_found": "{problem}",
  "camera_reachable.stream_no_video": "{problem}",
  "camera_reachable.stream_codec_unsupported": "{problem}",
  "camera_reachable.stream_stalled": "{problem}",
  "camera_reachable.fix":
    "Look at its power, cable, address and password; gatehouse cameras probe shows more.",

  camera_codec: "codecs of cameras",
  "camera_codec.no_picture": "it sends no picture, see camera_reachable",
  "camera_codec.other": "it sends {codec}, which browsers do not play live",
  "camera_codec.other_fix": "Set the camera to H.264, or use an H.264 sub-stream.",
  "camera_codec.b_frames": "it sends B-frames, which delay the picture",
  "camera_codec.b_frames_fix": "Switch B-frames off in the camera.",
  "camera_codec.well": "H.264 without B-frames",

  camera_gop: "key frames of cameras",
  "camera_gop.none": "no second key frame came",
  "camera_gop.is": "a key frame every {seconds} s",
  "camera_gop.fix": 'Set the key frame interval to 1 to 2 s, and switch off "smart" codecs.',

  camera_clock: "clocks of cameras",
  "camera_clock.unknown": "it does not tell its time",
  "camera_clock.ahead": "{seconds} s ahead of the box",
  "camera_clock.behind": "{seconds} s behind the box",
  "camera_clock.fix": "Let the camera and the box take the time from the same server (NTP).",

  camera_sub_stream: "sub-streams of cameras",
  "camera_sub_stream.configured": "one is configured",
  "camera_sub_stream.small": "the stream is small itself ({size})",
  "camera_sub_stream.large": "{size} is decoded for detection",
  "camera_sub_stream.offered": "{size} is decoded for detection: it offers {offered}",
  "camera_sub_stream.fix": "Set source.sub_url to a stream of about 640×360.",

  camera_sub_reachable: "configured sub-streams",
  "camera_sub_reachable.none": "no sub-stream is configured",
  "camera_sub_reachable.is": "{size}",
  "camera_sub_reachable.fix": "Mend source.sub_url, or remove it.",
} as const;

/** Code of something that the doctor says. */
export type SentenceCode = keyof typeof sentences;

/** The names of the values in a sentence. */
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Holes<Rest>
  : never;

/** What the sentences of these codes stand open for. */
export type HolesOf<Code extends SentenceCode> = Holes<(typeof sentences)[Code]>;

/** What fills a sentence. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** What a check is called in English; of one without a title its own name. */
export function titleOf(check: string): string {
  return (sentences as Readonly<Record<string, string>>)[check] ?? check;
}

/** The sentence in English with its values filled in; one that is not given stays `{name}`. */
export function inEnglish(code: SentenceCode, values: SentenceValues): string {
  return sentences[code].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
