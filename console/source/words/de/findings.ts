import type { Findings } from "../findings.ts";

/** What the doctor says. */
export const findings: Findings = {
  "any.box_stopped": "die Box läuft nicht",
  "any.no_mounts": "das System nennt seine Einhängepunkte nicht",
  "any.port_answers": "{address} antwortet",
  "any.port_silent": "{address} antwortet nicht ({problem})",
  "any.store_unasked": "{problem}",

  doctor: "die Untersuchung selbst",
  "doctor.not_begun": "die Untersuchung konnte nicht beginnen: {problem}",
  "doctor.not_begun_fix": "Noch einmal versuchen und es mit einem Support-Paket melden.",
  "doctor.late": "die Prüfung dauerte zu lange",
  "doctor.late_fix": "Die Last der Box ansehen, dann noch einmal versuchen.",
  "doctor.broke": "die Prüfung selbst ist gescheitert: {problem}",
  "doctor.broke_fix": "Das mit einem Support-Paket melden.",

  configuration: "Konfiguration",
  "configuration.file": "{file}",
  "configuration.defaults": "die Vorgaben",
  "configuration.problem": "{problem}",
  "configuration.problem_fix": "In {file} berichtigen (gatehouse config check).",
  "configuration.warning_fix": "In {file} berichtigen.",
  "configuration.setting_fix":
    "Die Umgebungsvariable oder den Schalter berichtigen, von dem es kommt.",

  running: "die Box",
  "running.not": "sie läuft nicht",
  "running.not_ready": "sie startet gerade oder hält an",
  "running.not_ready_fix": "Warten, dann ins Protokoll sehen.",
  "running.answers": "sie antwortet unter {url}",

  safe_mode: "abgesicherter Betrieb",
  "safe_mode.off": "aus",
  "safe_mode.on": "Kameras und Roboter sind angehalten",
  "safe_mode.reason": "Kameras und Roboter sind angehalten: {reason}",
  "safe_mode.fix": "Im Protokoll nachsehen, was abgestürzt ist, dann gatehouse safe-mode leave.",

  detector: "Prozess der Erkennung",
  "detector.state": "er ist {state} und wurde {restarts}-mal neu gestartet",
  "detector.fix":
    "Im Protokoll nachsehen, woran er starb; gatehouse models verify prüft die Modelle.",

  queue: "Warteschlange der Aufträge",
  "queue.length": "{queued} warten, {running} laufen",
  "queue.fix":
    "Nachsehen, welche warten (GET /api/v1/jobs?status=queued) und ob ihr Endpunkt erreichbar ist.",

  key_files: "Dateien mit Schlüsseln",
  "key_files.open": "andere dürfen sie lesen",
  "key_files.fix":
    "chmod 600 {file} ausführen und den Schlüssel ersetzen, wenn andere Zugang zur Box haben.",
  "key_files.none": "es gibt noch keine",
  "key_files.closed": "{files}, nur für ihren Besitzer lesbar",

  api_keys: "Schlüssel der API",
  "api_keys.some": "es gibt welche",
  "api_keys.none": "es gibt keinen: niemand kann sich anmelden",
  "api_keys.fix":
    "Den Einrichtungscode des Starts nehmen, oder gatehouse keys create --preset admin --name technician.",

  store_version: "Aufbau des Speichers",
  "store_version.is": "Aufbau {version}; diese Version schreibt {own}",
  "store_version.newer_fix":
    "Die Version einspielen, die ihn geschrieben hat, oder eine Sicherung zurückholen.",
  "store_version.cut_off": "eine Umstellung wurde abgebrochen",
  "store_version.migrate_fix": "Die Box anhalten und gatehouse migrate ausführen.",

  store_size: "Größe des Speichers",
  "store_size.is": "{used} von höchstens {limit}, {entries} Einträge",
  "store_size.fix": "retention.jobs, retention.events und retention.audit verringern.",

  store_free_list: "Freiliste und Leser des Speichers",
  "store_free_list.is": "{freed} freigegebene Transaktionen, {readers} von {most} Lesern",
  "store_free_list.readers_fix":
    "Die Box neu starten: Leser, die schlecht endeten, halten alte Seiten fest.",
  "store_free_list.long_fix":
    "Die Box zu ruhiger Zeit neu starten; wächst die Liste wieder, bitte melden.",

  webhooks: "Empfänger von Webhooks",
  "webhooks.none": "keiner wurde aufgegeben",
  "webhooks.gone": "es wird nichts mehr gesendet: er sagt, dass es ihn nicht mehr gibt (410)",
  "webhooks.failing": "es wird nichts mehr gesendet: er versagte tagelang",
  "webhooks.fix": "Den Empfänger berichtigen, is_active wieder setzen und Versäumtes nachholen.",

  backup: "letzte Sicherung",
  "backup.none": "es gab noch keine",
  "backup.today": "vor weniger als einem Tag, {file}",
  "backup.days": "vor {days} Tag(en), {file}",
  "backup.fix": "gatehouse backup ausführen oder seinen Zeitgeber einschalten.",

  restores: "was Rücksicherungen beiseitelegten",
  "restores.none": "nichts",
  "restores.cut_off": "eine Rücksicherung wurde abgebrochen",
  "restores.cut_off_fix": "gatehouse restore --finish ausführen.",
  "restores.aside": "{folder} belegt noch Platz",
  "restores.aside_fix": "Löschen, sobald die zurückgeholte Box in Ordnung ist.",

  service: "Dienst von systemd",
  "service.no_systemd": "systemd läuft hier nicht",
  "service.not_installed": "der Dienst ist nicht eingerichtet",
  "service.failed": "er ist gescheitert ({result})",
  "service.failed_fix":
    "journalctl -u gatehouse lesen, die Ursache beheben, dann systemctl start gatehouse.",
  "service.restarted": "er wurde {restarts}-mal neu gestartet",
  "service.restarted_fix": "In journalctl -u gatehouse nachlesen, warum.",
  "service.no_watchdog": "seine Überwachung (Watchdog) ist aus",
  "service.no_watchdog_fix": "WatchdogSec=30 in der Unit setzen.",
  "service.disabled": "er startet nicht mit dem Rechner",
  "service.disabled_fix": "systemctl enable gatehouse ausführen.",
  "service.well": "{state}, {restarts}-mal neu gestartet",

  memory: "freier Arbeitsspeicher",
  "memory.unknown": "das System nennt seinen Arbeitsspeicher nicht",
  "memory.is": "{free} von {total} sind verfügbar",
  "memory.fix":
    "Weniger Kameras beobachten, ein kleineres Modell nehmen oder anderes auf der Box beenden.",

  memory_kills: "aus Speichermangel beendete Prozesse",
  "memory_kills.unknown": "der Kernel zählt sie nicht",
  "memory_kills.none": "keiner seit dem Start des Rechners",
  "memory_kills.some":
    "der Kernel hat seit dem Start des Rechners {kills} Prozess(e) aus Speichermangel beendet",
  "memory_kills.fix":
    "Im Protokoll des Kernels (journalctl -k) nachsehen, welche, und der Box mehr Speicher oder weniger Arbeit geben.",

  temperature: "Temperatur",
  "temperature.unknown": "kein Fühler nennt eine Temperatur",
  "temperature.is": "{sensor} hat {celsius} °C",
  "temperature.unnamed": "der heißeste Fühler hat {celsius} °C",
  "temperature.fix":
    "Lüfter und Kühlrippen reinigen, der Box Luft geben oder ihre Leistung verringern.",

  throttling: "Drosselung",
  "throttling.unknown": "der Prozessor sagt es nicht",
  "throttling.none": "der Prozessor läuft mit seiner Geschwindigkeit",
  "throttling.slow": "der Prozessor ist gedrosselt, weil er heiß ist oder ihm Strom fehlt",
  "throttling.fix": "Die Box kühlen und das Netzteil nehmen, das ihr Hersteller nennt.",

  load: "Last",
  "load.is": "{load} Prozesse laufen oder warten, auf {cpus} Prozessor(en)",
  "load.fix": "Bildraten senken, Substreams verwenden oder ein kleineres Modell nehmen.",

  shared_memory: "/dev/shm",
  "shared_memory.none": "es gibt keinen",
  "shared_memory.unusable": "er kann nicht benutzt werden",
  "shared_memory.is": "{free} sind frei",
  "shared_memory.fix":
    "Ein tmpfs von mindestens 64 MB unter /dev/shm einhängen (docker: --shm-size=256m).",

  network_buffers: "Netzpuffer des Kernels",
  "network_buffers.unknown": "der Kernel nennt sie nicht",
  "network_buffers.is": "net.core.rmem_max ist {bytes}",
  "network_buffers.fix":
    "net.core.rmem_max={least} in /etc/sysctl.d/ setzen und sysctl --system ausführen.",

  file_descriptors: "Grenze offener Dateien",
  "file_descriptors.unknown": "das System nennt sie nicht",
  "file_descriptors.enough": "{files} Dateien dürfen offen sein",
  "file_descriptors.few": "nur {files} Dateien dürfen offen sein",
  "file_descriptors.fix": "LimitNOFILE=16384 in der Unit des Dienstes setzen.",

  disk_free: "freier Platz auf der Platte",
  "disk_free.unknown": "{dir} kann nicht angesehen werden",
  "disk_free.unknown_fix": "Das Datenverzeichnis anlegen oder data_dir berichtigen.",
  "disk_free.is": "{free} von {total} sind frei",
  "disk_free.fix": "Platz schaffen oder Aufnahmen und Bilder kürzer aufbewahren.",

  disk_files: "Dateien, die noch angelegt werden können",
  "disk_files.unknown": "das Dateisystem zählt sie nicht",
  "disk_files.is": "{free} von {total}",
  "disk_files.fix": "Bilder kürzer aufbewahren oder das Dateisystem mit mehr Inodes neu anlegen.",

  disk_speed: "Geschwindigkeit der Platte",
  "disk_speed.none": "es kann nichts geschrieben werden",
  "disk_speed.none_fix": "Siehe disk_free, data_dir_owner und disk_mount.",
  "disk_speed.is": "{megabytes} MB in der Sekunde, kleines Schreiben dauert {sync_ms} ms",
  "disk_speed.fix":
    "Eine SSD oder Industriekarte nehmen: die Platte ist zu langsam, verschlissen oder beschäftigt.",

  disk_mount: "wie die Platte eingehängt ist",
  "disk_mount.is": "{device} ({type})",
  "disk_mount.read_only": "{device} ({type}) ist nur lesbar eingehängt",
  "disk_mount.read_only_fix":
    "Nach Plattenfehlern sehen (journalctl -k), dann das Dateisystem prüfen und neu einhängen.",
  "disk_mount.remote": "{device} ({type}) ist die Platte eines anderen Rechners",
  "disk_mount.remote_fix":
    "Das Datenverzeichnis auf eine Platte der Box legen: der Speicher braucht örtliche Sperren und eingeblendete Dateien.",
  "disk_mount.in_memory": "{device} ({type}) ist Arbeitsspeicher und nach einem Neustart fort",
  "disk_mount.in_memory_fix": "Das Datenverzeichnis auf eine Platte legen.",

  disk_wear: "Verschleiß der Platte",
  "disk_wear.unknown": "keine Platte nennt ihren Verschleiß; für SSDs smartmontools einrichten",
  "disk_wear.failing": "{device} sagt, dass sie ausfällt",
  "disk_wear.is": "{device} hat {percent} % ihrer Lebensdauer verbraucht",
  "disk_wear.fix": "Eine Sicherung machen und die Platte ersetzen.",

  data_dir_owner: "Besitzer des Datenverzeichnisses",
  "data_dir_owner.none": "es gibt noch kein Datenverzeichnis; der erste Start legt es an",
  "data_dir_owner.open": "andere dürfen in {dir} sehen",
  "data_dir_owner.open_fix": "chmod 700 {dir} ausführen.",
  "data_dir_owner.foreign": "{file} gehört einem anderen Benutzer als {dir}",
  "data_dir_owner.foreign_fix": "chown -R {owner} {dir} ausführen.",
  "data_dir_owner.well": "alles gehört Benutzer {uid}",

  time_sync: "Zeitserver",
  "time_sync.unknown": "das System sagt nicht, ob es einem Zeitserver folgt",
  "time_sync.follows": "die Uhr folgt einem Zeitserver",
  "time_sync.none": "die Uhr folgt keinem Zeitserver",
  "time_sync.fix":
    "Einen für die Box erreichbaren in /etc/systemd/timesyncd.conf nennen (NTP=…) und timedatectl set-ntp true ausführen.",

  clock: "die Uhr selbst",
  "clock.is": "sie zeigt {time} UTC",
  "clock.impossible": "sie zeigt {time} UTC, was nicht sein kann",
  "clock.jumped": "sie sprang zurück: das neueste Ereignis ist ihr {seconds} s voraus",
  "clock.fix":
    "Die Uhr stellen (timedatectl set-time) und der Box einen Zeitserver oder eine Batterie für ihre Uhr geben.",

  dns: "Namen",
  "dns.none": "nichts außerhalb ist genannt",
  "dns.found": "hat eine Adresse",
  "dns.missing": "hat keine Adresse",
  "dns.fix": "Den Namen oder die DNS-Server der Box berichtigen (resolvectl status).",

  uplink: "Modell-Endpunkte",
  "uplink.none": "kein Endpunkt ist eingerichtet",
  "uplink.refused": "er weist die Box ab: {reason}",
  "uplink.refused_fix": "Seinen Schlüssel in uplink.endpoints berichtigen.",
  "uplink.makers": "seine Adresse ist die seines Herstellers",
  "uplink.fix": "Netz, Firewall und Endpunkt ansehen; Aufträge warten so lange.",

  mqtt: "MQTT-Broker",
  "mqtt.none": "kein Broker ist eingerichtet",
  "mqtt.connected": "die Box ist verbunden",
  "mqtt.refused": "{address} antwortet, aber die Box ist nicht verbunden ({problem})",
  "mqtt.unanswered": "{address} antwortet, hat die Box aber noch nicht angenommen",
  "mqtt.refused_fix":
    "Benutzer, Passwort und Zertifikate des Brokers in mqtt_brokers berichtigen; gatehouse/# muss erlaubt sein.",
  "mqtt.fix": "Den Broker starten oder seine Adresse in der Konfiguration berichtigen.",

  mail_server: "Mailserver der Alarme",
  "mail_server.none": "kein Mailserver ist eingerichtet",
  "mail_server.fix":
    "Den Mailserver starten oder alarms.smtp berichtigen; dann gatehouse alarms test ausführen.",

  port: "Port der API",
  "port.restart_fix": "Die Box neu starten und in ihr Protokoll sehen.",
  "port.chosen": "das System wählt ihn",
  "port.free": "{port} ist frei",
  "port.used": "{port} wird von einem anderen Programm benutzt",
  "port.used_fix":
    "Es beenden (ss -ltnp 'sport = :{port}' nennt es) oder server.port anders setzen.",

  certificates: "Zertifikate",
  "certificates.none": "es wird kein Zertifikat benutzt",
  "certificates.later": "es wird beim ersten Start gemacht",
  "certificates.unreadable": "{file} kann nicht gelesen werden",
  "certificates.unreadable_fix": "Den Pfad oder den Besitzer der Datei berichtigen.",
  "certificates.ended": "es endete am {day}",
  "certificates.early": "es gilt noch nicht",
  "certificates.early_fix": "Die Uhr stellen.",
  "certificates.ending": "es endet am {day}",
  "certificates.good": "gut bis {day}",
  "certificates.fix": "Ein neues an seine Stelle legen; die Box nimmt es ohne Neustart.",
  "certificates.wrong": "es ist kein Zertifikat",
  "certificates.wrong_fix": "Ein Zertifikat im PEM-Format angeben.",

  ffmpeg: "ffmpeg",
  "ffmpeg.none": "{program} fehlt",
  "ffmpeg.unknown": "von unbekannter Version",
  "ffmpeg.old": "Version {version} ist älter als {oldest}",
  "ffmpeg.is": "Version {version}",
  "ffmpeg.fix": "apt-get install ffmpeg ausführen.",

  decoders: "Decoder von ffmpeg",
  "decoders.unknown": "ffmpeg kann nicht gefragt werden",
  "decoders.all": "{codecs}",
  "decoders.missing": "{codecs} kann nicht decodiert werden",
  "decoders.fix": "Das ffmpeg der Distribution einrichten.",

  speech: "die eigene Stimme der Box",
  "speech.none": "sie hat keine",
  "speech.missing": "espeak-ng fehlt: nichts wird laut gesagt",
  "speech.silent": "aplay fehlt: Lautsprecher bleiben stumm",
  "speech.fix": "apt-get install espeak-ng alsa-utils ausführen.",
  "speech.there": "espeak-ng ist da",

  ros: "ROS 2",
  "ros.none": "kein Roboter wird damit erreicht",
  "ros.missing": "es ist nicht eingerichtet, und ros.setup nennt nichts",
  "ros.no_file": "{file} ist nicht da",
  "ros.fix": "ROS 2 einrichten und seine setup.bash in ros.setup nennen (docs/ros2.md).",
  "ros.is": "{files} Setup-Datei(en) für {robots} Roboter",

  models: "Dateien der Modelle",
  "models.none": "kein Modell ist eingerichtet",
  "models.whole": "die Datei ist, was ihr Manifest sagt",
  "models.corrupt": "die Datei ist beschädigt",
  "models.missing": "die Datei fehlt",
  "models.fix": "gatehouse models pull {model} --replace ausführen oder es neu hinzufügen.",

  golden_frames: "Modelle an ihren Prüfbildern",
  "golden_frames.no_model": "kein heiles Modell ist eingerichtet",
  "golden_frames.none": "es hat kein Prüfbild",
  "golden_frames.sees": "es sieht, was es muss, in {ms} ms",
  "golden_frames.wrong": "{problem}",
  "golden_frames.fix": "Das Modell neu einrichten oder ein anderes nehmen.",

  health_nets: "Netze für Gesundheitsaufgaben",
  "health_nets.none": "keines ist eingerichtet",
  "health_nets.there": "{file} ist da",
  "health_nets.unreadable": "{problem}",
  "health_nets.fix":
    "Berichtigen oder in health.{net} ein anderes nennen; Aufträge sagen so lange, was fehlt.",

  camera_accepted: "Kameras der Konfiguration",
  "camera_accepted.all": "die Box hat jede angenommen",
  "camera_accepted.refused": "Die Box nimmt sie nicht an ({reason})",
  "camera_accepted.fix": "Berichtigen, was genannt ist; die Box versucht es alle 30 s wieder.",

  camera_reachable: "Kameras",
  "camera_reachable.none": "es gibt keine Kamera mit RTSP-Adresse",
  "camera_reachable.sends": "das erste Bild kam nach {seconds} s",
  "camera_reachable.silent": "Die Kamera antwortet nicht",
  "camera_reachable.problem": "Die Kamera liefert kein brauchbares Bild ({problem})",
  "camera_reachable.stream_unreachable":
    "Die Kamera antwortet unter ihrer Adresse nicht ({problem})",
  "camera_reachable.stream_auth_failed":
    "Die Kamera weist Benutzer oder Passwort zurück ({problem})",
  "camera_reachable.stream_not_found":
    "Die Kamera antwortet, aber nicht unter diesem Pfad ({problem})",
  "camera_reachable.stream_no_video": "Die Quelle hat keine Videospur ({problem})",
  "camera_reachable.stream_codec_unsupported": "Diese Codierung wird nicht unterstützt ({problem})",
  "camera_reachable.stream_stalled":
    "Die Kamera ist verbunden, sendet aber keine Bilder ({problem})",
  "camera_reachable.fix":
    "Strom, Kabel, Adresse und Passwort ansehen; gatehouse cameras probe zeigt mehr.",

  camera_codec: "Codierung der Kameras",
  "camera_codec.no_picture": "sie sendet kein Bild, siehe camera_reachable",
  "camera_codec.other": "sie sendet {codec}, was Browser nicht live abspielen",
  "camera_codec.other_fix": "Die Kamera auf H.264 stellen oder einen H.264-Substream verwenden.",
  "camera_codec.b_frames": "sie sendet B-Frames, die das Bild verzögern",
  "camera_codec.b_frames_fix": "B-Frames in der Kamera abschalten.",
  "camera_codec.well": "H.264 ohne B-Frames",

  camera_gop: "Schlüsselbilder der Kameras",
  "camera_gop.none": "es kam kein zweites Schlüsselbild",
  "camera_gop.is": "alle {seconds} s ein Schlüsselbild",
  "camera_gop.fix":
    "Den Abstand der Schlüsselbilder auf 1 bis 2 s stellen und „smarte“ Codecs abschalten.",

  camera_clock: "Uhren der Kameras",
  "camera_clock.unknown": "sie nennt ihre Zeit nicht",
  "camera_clock.ahead": "der Box {seconds} s voraus",
  "camera_clock.behind": "{seconds} s hinter der Box",
  "camera_clock.fix": "Kamera und Box die Zeit vom selben Server nehmen lassen (NTP).",

  camera_sub_stream: "Substreams der Kameras",
  "camera_sub_stream.configured": "einer ist eingerichtet",
  "camera_sub_stream.small": "der Stream ist selbst klein ({size})",
  "camera_sub_stream.large": "zur Erkennung wird {size} decodiert",
  "camera_sub_stream.offered": "zur Erkennung wird {size} decodiert: sie bietet {offered}",
  "camera_sub_stream.fix": "source.sub_url auf einen Stream von etwa 640×360 setzen.",

  camera_sub_reachable: "eingerichtete Substreams",
  "camera_sub_reachable.none": "kein Substream ist eingerichtet",
  "camera_sub_reachable.is": "{size}",
  "camera_sub_reachable.fix": "source.sub_url berichtigen oder entfernen.",
};
