/** English sentences of the doctor's checks of the machine, the store, backups and the doctor itself, by code: see `system/doctor/sentences.ts`. */
export const systemSentences = {
  "any.box_stopped": "the box is not running",
  "any.no_mounts": "the system does not list its mounts",
  "any.port_answers": "{address} answers",
  "any.port_silent": "{address} does not answer ({problem})",
  "any.store_unasked": "{problem}",

  doctor: "the doctor",
  "doctor.not_begun": "the examination did not start: {problem}",
  "doctor.not_begun_fix": "Try again; if it fails again, report it with a support bundle.",
  "doctor.late": "the check took too long",
  "doctor.late_fix": "Check the load of the box, then try again.",
  "doctor.broke": "the check failed: {problem}",
  "doctor.broke_fix": "Report this with a support bundle.",

  configuration: "configuration",
  "configuration.file": "{file}",
  "configuration.defaults": "no file; all settings have their defaults",
  "configuration.problem": "{problem}",
  "configuration.problem_fix": "Correct it in {file} (gatehouse config check).",
  "configuration.warning_fix": "Correct it in {file}.",
  "configuration.setting_fix": "Correct the environment variable or the flag that sets it.",

  running: "the box",
  "running.not": "not running",
  "running.not_ready": "starting or stopping",
  "running.not_ready_fix": "Wait, then read its log.",
  "running.answers": "answers at {url}",

  safe_mode: "safe mode",
  "safe_mode.off": "off",
  "safe_mode.on": "cameras and robots are paused",
  "safe_mode.reason": "cameras and robots are paused: {reason}",
  "safe_mode.fix": "Read the log for the cause of the crashes, then run gatehouse safe-mode leave.",

  key_files: "key files",
  "key_files.open": "other users can read it",
  "key_files.fix": "Run chmod 600 {file}, and replace the key if others have access to the box.",
  "key_files.none": "no key file exists yet",
  "key_files.closed": "only their owner can read {files}",

  store_version: "store layout",
  "store_version.is": "layout {version}; this release writes {own}",
  "store_version.newer_fix": "Install the release that wrote it, or restore a backup.",
  "store_version.cut_off": "a migration was interrupted",
  "store_version.migrate_fix": "Stop the box and run gatehouse migrate.",

  store_size: "store size",
  "store_size.is": "{used} of at most {limit}, {entries} entries",
  "store_size.fix": "Lower retention.jobs, retention.events and retention.audit.",

  store_free_list: "free list and readers of the store",
  "store_free_list.is": "{freed} freed transactions, {readers} of {most} readers",
  "store_free_list.readers_fix":
    "Restart the box: readers that did not end cleanly hold old pages.",
  "store_free_list.long_fix": "Restart the box at a quiet time; if it grows again, report it.",

  backup: "last backup",
  "backup.none": "no backup yet",
  "backup.new": "none yet; the box is less than a day old",
  "backup.today": "less than a day ago, {file}",
  "backup.days": "{days} day(s) ago, {file}",
  "backup.fix":
    "Run systemctl enable --now gatehouse-backup.timer for one each night, or gatehouse backup FOLDER now.",

  restores: "leftovers of restores",
  "restores.none": "nothing",
  "restores.cut_off": "a restore was interrupted",
  "restores.cut_off_fix": "Run gatehouse restore --finish.",
  "restores.aside": "{folder} uses disk space",
  "restores.aside_fix": "Remove the folder once the restored box works.",

  service: "systemd service",
  "service.no_systemd": "systemd is not running here",
  "service.not_installed": "the unit is not installed",
  "service.failed": "the service failed ({result})",
  "service.failed_fix":
    "Read journalctl -u gatehouse, fix the cause, then run systemctl start gatehouse.",
  "service.restarted": "systemd restarted it {restarts} times",
  "service.restarted_fix": "Read journalctl -u gatehouse for the cause.",
  "service.no_watchdog": "the watchdog is off",
  "service.no_watchdog_fix": "Set WatchdogSec=30 in the unit.",
  "service.disabled": "the service does not start with the machine",
  "service.disabled_fix": "Run systemctl enable gatehouse.",
  "service.well": "{state}, restarted {restarts} time(s)",

  memory: "free memory",
  "memory.unknown": "the system does not report its memory",
  "memory.is": "{free} of {total} available",
  "memory.fix": "Watch fewer streams, use a smaller model, or stop other programs on the box.",

  memory_kills: "processes killed for lack of memory",
  "memory_kills.unknown": "the kernel does not count them",
  "memory_kills.none": "none since the machine started",
  "memory_kills.some":
    "the kernel has killed {kills} process(es) for lack of memory since the machine started",
  "memory_kills.fix":
    "Read the kernel's log (journalctl -k) for their names, and give the box more memory or less work.",

  temperature: "temperature",
  "temperature.unknown": "no sensor reports a temperature",
  "temperature.is": "{sensor}: {celsius} °C",
  "temperature.unnamed": "hottest sensor: {celsius} °C",
  "temperature.fix":
    "Clean the fan and the heat sink, improve the airflow, or choose a lower power mode.",

  throttling: "throttling",
  "throttling.unknown": "the processor does not report it",
  "throttling.none": "the processor runs at full speed",
  "throttling.slow": "the processor is throttled, because it is hot or lacks power",
  "throttling.fix": "Cool the box, and use the manufacturer's power supply.",

  load: "load",
  "load.is": "{load} processes run or wait on {cpus} processor(s)",
  "load.fix": "Lower the frame rates, use sub-streams, or use a smaller model.",

  shared_memory: "/dev/shm",
  "shared_memory.none": "not mounted",
  "shared_memory.unusable": "the box cannot use it",
  "shared_memory.is": "{free} free",
  "shared_memory.fix": "Mount a tmpfs of 64 MB or more at /dev/shm (docker: --shm-size=256m).",

  network_buffers: "the kernel's network buffers",
  "network_buffers.unknown": "the kernel does not report them",
  "network_buffers.is": "net.core.rmem_max is {bytes}",
  "network_buffers.fix": "Set net.core.rmem_max={least} in /etc/sysctl.d/ and run sysctl --system.",

  file_descriptors: "limit of open files",
  "file_descriptors.unknown": "the system does not report it",
  "file_descriptors.enough": "the service may open {files} files",
  "file_descriptors.few": "the service may open only {files} files",
  "file_descriptors.fix": "Set LimitNOFILE=16384 in the unit of the service.",

  disk_free: "free disk",
  "disk_free.unknown": "the doctor cannot read {dir}",
  "disk_free.unknown_fix": "Create the data directory, or correct data_dir.",
  "disk_free.is": "{free} of {total} free",
  "disk_free.fix": "Free space, or lower the retention of recordings and pictures.",

  disk_files: "free inodes",
  "disk_files.unknown": "the file system does not count them",
  "disk_files.is": "{free} of {total}",
  "disk_files.fix":
    "Lower the retention of pictures, or recreate the file system with more inodes.",

  disk_speed: "disk speed",
  "disk_speed.none": "the doctor cannot write to the disk",
  "disk_speed.none_fix": "See disk_free, data_dir_owner and disk_mount.",
  "disk_speed.is": "{megabytes} MB a second; a small write takes {sync_ms} ms",
  "disk_speed.fix": "Use an SSD or an industrial card: the disk is too slow, worn, or busy.",

  disk_mount: "disk mount",
  "disk_mount.is": "{device} ({type})",
  "disk_mount.read_only": "{device} ({type}) is mounted read-only",
  "disk_mount.read_only_fix":
    "Look for disk errors (journalctl -k), then check the file system and mount it again.",
  "disk_mount.remote": "{device} ({type}) is on another machine",
  "disk_mount.remote_fix":
    "Put the data directory on a disk of the box: the store needs local locks and mapped files.",
  "disk_mount.in_memory": "{device} ({type}) is in memory and loses its data at a restart",
  "disk_mount.in_memory_fix": "Put the data directory on a disk.",

  disk_wear: "disk wear",
  "disk_wear.unknown": "no disk reports its wear; install smartmontools for SSDs",
  "disk_wear.failing": "{device} reports that it is failing",
  "disk_wear.is": "{device} has used {percent} % of its life",
  "disk_wear.fix": "Make a backup and replace the disk.",

  data_dir_owner: "owner of the data directory",
  "data_dir_owner.none": "the data directory does not exist yet; the first start creates it",
  "data_dir_owner.open": "other users can read {dir}",
  "data_dir_owner.open_fix": "Run chmod 700 {dir}.",
  "data_dir_owner.foreign": "{file} belongs to another user than {dir}",
  "data_dir_owner.foreign_fix": "Run chown -R {owner} {dir}.",
  "data_dir_owner.well": "all files belong to user {uid}",

  time_sync: "time server",
  "time_sync.unknown": "the system does not report whether it follows a time server",
  "time_sync.follows": "the clock follows a time server",
  "time_sync.none": "the clock follows no time server",
  "time_sync.fix":
    "Set a reachable time server in /etc/systemd/timesyncd.conf (NTP=…) and run timedatectl set-ntp true.",

  clock: "clock",
  "clock.is": "the clock shows {time} UTC",
  "clock.impossible": "the clock shows {time} UTC, which is impossible",
  "clock.jumped": "the clock jumped back: the newest event is {seconds} s ahead of it",
  "clock.fix":
    "Set the clock (timedatectl set-time), and give the box a time server or a battery for its clock.",

  dns: "DNS names",
  "dns.none": "no setting names an outside host",
  "dns.found": "has an address",
  "dns.missing": "has no address",
  "dns.fix": "Correct the name, or the DNS servers of the box (resolvectl status).",

  certificates: "certificates",
  "certificates.none": "the box uses no certificate",
  "certificates.later": "the first start creates it",
  "certificates.unreadable": "the box cannot read {file}",
  "certificates.unreadable_fix": "Correct the path or the owner of the file.",
  "certificates.ended": "expired on {day}",
  "certificates.early": "not valid yet",
  "certificates.early_fix": "Set the clock.",
  "certificates.ending": "expires on {day}",
  "certificates.good": "valid until {day}",
  "certificates.fix": "Replace the file; the box reads it without a restart.",
  "certificates.wrong": "the file is not a certificate",
  "certificates.wrong_fix": "Name a certificate in PEM form.",
} as const;
