import type { Findings } from "../findings.ts";

/** What the doctor says. */
export const findings: Findings = {
  "any.box_stopped": "le boîtier ne fonctionne pas",
  "any.no_mounts": "le système n’indique pas ses points de montage",
  "any.port_answers": "{address} répond",
  "any.port_silent": "{address} ne répond pas ({problem})",
  "any.store_unasked": "{problem}",

  doctor: "l’examen lui-même",
  "doctor.not_begun": "l’examen n’a pas pu commencer : {problem}",
  "doctor.not_begun_fix": "Réessayer, et le signaler avec un paquet d’assistance.",
  "doctor.late": "le contrôle a duré trop longtemps",
  "doctor.late_fix": "Regarder la charge du boîtier, puis réessayer.",
  "doctor.broke": "le contrôle lui-même a échoué : {problem}",
  "doctor.broke_fix": "Le signaler avec un paquet d’assistance.",

  configuration: "configuration du site",
  "configuration.file": "{file}",
  "configuration.defaults": "les valeurs par défaut",
  "configuration.problem": "{problem}",
  "configuration.problem_fix": "Le corriger dans {file} (gatehouse config check).",
  "configuration.warning_fix": "Le corriger dans {file}.",
  "configuration.setting_fix": "Corriger la variable d’environnement ou l’option d’où cela vient.",

  running: "le boîtier",
  "running.not": "il ne fonctionne pas",
  "running.not_ready": "il démarre ou s’arrête",
  "running.not_ready_fix": "Attendre, puis regarder son journal.",
  "running.answers": "il répond à {url}",

  safe_mode: "mode sans échec",
  "safe_mode.off": "désactivé",
  "safe_mode.on": "les caméras et les robots sont en pause",
  "safe_mode.reason": "les caméras et les robots sont en pause : {reason}",
  "safe_mode.fix":
    "Chercher dans le journal ce qui a planté, puis exécuter gatehouse safe-mode leave.",

  detector: "processus de détection",
  "detector.state": "il est {state} et a été relancé {restarts} fois",
  "detector.fix":
    "Chercher dans le journal pourquoi il est mort ; gatehouse models verify vérifie les modèles.",

  queue: "file des tâches",
  "queue.length": "{queued} en attente, {running} en cours",
  "queue.fix":
    "Voir lesquelles attendent (GET /api/v1/jobs?status=queued), et si leur serveur répond.",

  key_files: "fichiers contenant des clés",
  "key_files.open": "d’autres peuvent le lire",
  "key_files.fix":
    "Exécuter chmod 600 {file}, et remplacer la clé si d’autres ont accès au boîtier.",
  "key_files.none": "il n’y en a pas encore",
  "key_files.closed": "{files}, lisibles par leur seul propriétaire",

  api_keys: "clés de l’API",
  "api_keys.some": "il y en a",
  "api_keys.none": "il n’y en a aucune : personne ne peut se connecter",
  "api_keys.fix":
    "Utiliser le code d’installation du démarrage, ou gatehouse keys create --preset admin --name technician.",

  store_version: "format des données",
  "store_version.is": "format {version} ; cette version écrit {own}",
  "store_version.newer_fix": "Installer la version qui les a écrites, ou restaurer une sauvegarde.",
  "store_version.cut_off": "une migration a été interrompue",
  "store_version.migrate_fix": "Arrêter le boîtier et exécuter gatehouse migrate.",

  store_size: "taille des données",
  "store_size.is": "{used} sur {limit} au plus, {entries} entrées",
  "store_size.fix": "Réduire retention.jobs, retention.events et retention.audit.",

  store_free_list: "liste libre et lecteurs des données",
  "store_free_list.is": "{freed} transactions libérées, {readers} lecteurs sur {most}",
  "store_free_list.readers_fix":
    "Redémarrer le boîtier : des lecteurs mal terminés retiennent d’anciennes pages.",
  "store_free_list.long_fix":
    "Redémarrer le boîtier à une heure calme ; si la liste grandit de nouveau, le signaler.",

  webhooks: "destinataires des webhooks",
  "webhooks.none": "aucun n’a été abandonné",
  "webhooks.gone": "plus rien n’est envoyé : il dit ne plus exister (410)",
  "webhooks.failing": "plus rien n’est envoyé : il a échoué pendant des jours",
  "webhooks.fix": "Réparer le destinataire, remettre is_active et rattraper ce qui a manqué.",

  backup: "dernière sauvegarde",
  "backup.none": "il n’y en a pas eu",
  "backup.today": "il y a moins d’un jour, {file}",
  "backup.days": "il y a {days} jour(s), {file}",
  "backup.fix": "Exécuter gatehouse backup, ou activer sa minuterie.",

  restores: "ce que les restaurations ont mis de côté",
  "restores.none": "rien",
  "restores.cut_off": "une restauration a été interrompue",
  "restores.cut_off_fix": "Exécuter gatehouse restore --finish.",
  "restores.aside": "{folder} occupe encore de la place",
  "restores.aside_fix": "Le supprimer quand le boîtier restauré va bien.",

  service: "service systemd",
  "service.no_systemd": "systemd ne fonctionne pas ici",
  "service.not_installed": "l’unité n’est pas installée",
  "service.failed": "il a échoué ({result})",
  "service.failed_fix":
    "Lire journalctl -u gatehouse, corriger la cause, puis systemctl start gatehouse.",
  "service.restarted": "il a été relancé {restarts} fois",
  "service.restarted_fix": "Lire dans journalctl -u gatehouse pourquoi.",
  "service.no_watchdog": "sa surveillance (watchdog) est désactivée",
  "service.no_watchdog_fix": "Mettre WatchdogSec=30 dans l’unité.",
  "service.disabled": "il ne démarre pas avec la machine",
  "service.disabled_fix": "Exécuter systemctl enable gatehouse.",
  "service.well": "{state}, relancé {restarts} fois",

  memory: "mémoire libre",
  "memory.unknown": "le système n’indique pas sa mémoire",
  "memory.is": "{free} sur {total} sont disponibles",
  "memory.fix":
    "Surveiller moins de flux, prendre un modèle plus petit, ou arrêter le reste sur le boîtier.",

  memory_kills: "processus tués faute de mémoire",
  "memory_kills.unknown": "le noyau ne les compte pas",
  "memory_kills.none": "aucun depuis le démarrage de la machine",
  "memory_kills.some":
    "le noyau a tué {kills} processus faute de mémoire depuis le démarrage de la machine",
  "memory_kills.fix":
    "Voir lesquels dans le journal du noyau (journalctl -k), et donner au boîtier plus de mémoire ou moins de travail.",

  temperature: "température",
  "temperature.unknown": "aucun capteur n’indique de température",
  "temperature.is": "{sensor} est à {celsius} °C",
  "temperature.unnamed": "le capteur le plus chaud est à {celsius} °C",
  "temperature.fix":
    "Nettoyer le ventilateur et les ailettes, aérer le boîtier, ou réduire sa puissance.",

  throttling: "bridage",
  "throttling.unknown": "le processeur ne l’indique pas",
  "throttling.none": "le processeur tourne à sa vitesse",
  "throttling.slow": "le processeur est ralenti, parce qu’il est chaud ou manque de courant",
  "throttling.fix": "Refroidir le boîtier, et utiliser l’alimentation que son fabricant indique.",

  load: "charge",
  "load.is": "{load} processus tournent ou attendent, sur {cpus} processeur(s)",
  "load.fix":
    "Baisser les cadences d’images, utiliser des flux secondaires, ou un modèle plus petit.",

  shared_memory: "/dev/shm",
  "shared_memory.none": "il n’y en a pas",
  "shared_memory.unusable": "il n’est pas utilisable",
  "shared_memory.is": "{free} sont libres",
  "shared_memory.fix": "Monter un tmpfs d’au moins 64 MB sur /dev/shm (docker : --shm-size=256m).",

  network_buffers: "tampons réseau du noyau",
  "network_buffers.unknown": "le noyau ne les indique pas",
  "network_buffers.is": "net.core.rmem_max vaut {bytes}",
  "network_buffers.fix":
    "Mettre net.core.rmem_max={least} dans /etc/sysctl.d/ et exécuter sysctl --system.",

  file_descriptors: "limite de fichiers ouverts",
  "file_descriptors.unknown": "le système ne l’indique pas",
  "file_descriptors.enough": "{files} fichiers peuvent être ouverts",
  "file_descriptors.few": "seulement {files} fichiers peuvent être ouverts",
  "file_descriptors.fix": "Mettre LimitNOFILE=16384 dans l’unité du service.",

  disk_free: "place libre sur le disque",
  "disk_free.unknown": "{dir} ne peut pas être examiné",
  "disk_free.unknown_fix": "Créer le répertoire des données, ou corriger data_dir.",
  "disk_free.is": "{free} sur {total} sont libres",
  "disk_free.fix":
    "Libérer de la place, ou garder moins longtemps les enregistrements et les images.",

  disk_files: "fichiers qui peuvent encore être créés",
  "disk_files.unknown": "le système de fichiers ne les compte pas",
  "disk_files.is": "{free} sur {total}",
  "disk_files.fix":
    "Garder les images moins longtemps, ou refaire le système de fichiers avec plus d’inodes.",

  disk_speed: "vitesse du disque",
  "disk_speed.none": "rien ne peut être écrit",
  "disk_speed.none_fix": "Voir disk_free, data_dir_owner et disk_mount.",
  "disk_speed.is": "{megabytes} MB par seconde, une petite écriture prend {sync_ms} ms",
  "disk_speed.fix":
    "Utiliser un SSD ou une carte industrielle : le disque est trop lent, usé ou occupé.",

  disk_mount: "montage du disque",
  "disk_mount.is": "{device} ({type})",
  "disk_mount.read_only": "{device} ({type}) est monté en lecture seule",
  "disk_mount.read_only_fix":
    "Chercher des erreurs de disque (journalctl -k), puis vérifier le système de fichiers et le remonter.",
  "disk_mount.remote": "{device} ({type}) est un disque d’une autre machine",
  "disk_mount.remote_fix":
    "Mettre le répertoire des données sur un disque du boîtier : il faut des verrous locaux et des fichiers projetés en mémoire.",
  "disk_mount.in_memory": "{device} ({type}) est de la mémoire, perdue après un redémarrage",
  "disk_mount.in_memory_fix": "Mettre le répertoire des données sur un disque.",

  disk_wear: "usure du disque",
  "disk_wear.unknown": "aucun disque n’indique son usure ; pour les SSD, installer smartmontools",
  "disk_wear.failing": "{device} annonce une panne",
  "disk_wear.is": "{device} a usé {percent} % de sa vie",
  "disk_wear.fix": "Faire une sauvegarde et remplacer le disque.",

  data_dir_owner: "propriétaire du répertoire des données",
  "data_dir_owner.none":
    "il n’y a pas encore de répertoire des données ; le premier démarrage le crée",
  "data_dir_owner.open": "d’autres peuvent regarder dans {dir}",
  "data_dir_owner.open_fix": "Exécuter chmod 700 {dir}.",
  "data_dir_owner.foreign": "{file} appartient à un autre utilisateur que {dir}",
  "data_dir_owner.foreign_fix": "Exécuter chown -R {owner} {dir}.",
  "data_dir_owner.well": "tout appartient à l’utilisateur {uid}",

  time_sync: "serveur de temps",
  "time_sync.unknown": "le système ne dit pas s’il suit un serveur de temps",
  "time_sync.follows": "l’horloge suit un serveur de temps",
  "time_sync.none": "l’horloge ne suit aucun serveur de temps",
  "time_sync.fix":
    "En indiquer un que le boîtier atteint dans /etc/systemd/timesyncd.conf (NTP=…) et exécuter timedatectl set-ntp true.",

  clock: "l’horloge elle-même",
  "clock.is": "elle indique {time} UTC",
  "clock.impossible": "elle indique {time} UTC, ce qui ne peut être",
  "clock.jumped": "elle a reculé : l’événement le plus récent la devance de {seconds} s",
  "clock.fix":
    "Régler l’horloge (timedatectl set-time), et donner au boîtier un serveur de temps ou une pile pour son horloge.",

  dns: "noms",
  "dns.none": "rien d’extérieur n’est nommé",
  "dns.found": "a une adresse",
  "dns.missing": "n’a pas d’adresse",
  "dns.fix": "Corriger le nom, ou les serveurs DNS du boîtier (resolvectl status).",

  uplink: "serveurs de modèles",
  "uplink.none": "aucun serveur n’est configuré",
  "uplink.refused": "il refuse le boîtier : {reason}",
  "uplink.refused_fix": "Corriger sa clé dans uplink.endpoints.",
  "uplink.makers": "son adresse est celle de son fabricant",
  "uplink.fix": "Regarder le réseau, le pare-feu et le serveur ; les tâches attendent.",

  mqtt: "brokers MQTT",
  "mqtt.none": "aucun broker n’est configuré",
  "mqtt.connected": "le boîtier est connecté",
  "mqtt.refused": "{address} répond, mais le boîtier n’est pas connecté ({problem})",
  "mqtt.unanswered": "{address} répond, mais n’a pas encore accepté le boîtier",
  "mqtt.refused_fix":
    "Corriger l’utilisateur, le mot de passe et les certificats du broker dans mqtt_brokers ; gatehouse/# doit être autorisé.",
  "mqtt.fix": "Démarrer le broker, ou corriger son adresse dans la configuration.",

  mail_server: "serveur de courrier des alarmes",
  "mail_server.none": "aucun serveur de courrier n’est configuré",
  "mail_server.fix":
    "Démarrer le serveur de courrier, ou corriger alarms.smtp ; puis exécuter gatehouse alarms test.",

  port: "port de l’API",
  "port.restart_fix": "Redémarrer le boîtier, et regarder son journal.",
  "port.chosen": "le système le choisit",
  "port.free": "{port} est libre",
  "port.used": "{port} est utilisé par un autre programme",
  "port.used_fix": "L’arrêter (ss -ltnp 'sport = :{port}' le nomme), ou changer server.port.",

  certificates: "certificats",
  "certificates.none": "aucun certificat n’est utilisé",
  "certificates.later": "il est fait au premier démarrage",
  "certificates.unreadable": "{file} ne peut pas être lu",
  "certificates.unreadable_fix": "Corriger le chemin, ou le propriétaire du fichier.",
  "certificates.ended": "il a pris fin le {day}",
  "certificates.early": "il n’est pas encore valable",
  "certificates.early_fix": "Régler l’horloge.",
  "certificates.ending": "il prend fin le {day}",
  "certificates.good": "bon jusqu’au {day}",
  "certificates.fix": "En mettre un nouveau à sa place ; le boîtier le prend sans redémarrer.",
  "certificates.wrong": "ce n’est pas un certificat",
  "certificates.wrong_fix": "Donner un certificat au format PEM.",

  ffmpeg: "ffmpeg",
  "ffmpeg.none": "{program} manque",
  "ffmpeg.unknown": "de version inconnue",
  "ffmpeg.old": "la version {version} est plus ancienne que {oldest}",
  "ffmpeg.is": "version {version}",
  "ffmpeg.fix": "Exécuter apt-get install ffmpeg.",

  decoders: "décodeurs de ffmpeg",
  "decoders.unknown": "ffmpeg ne peut pas être interrogé",
  "decoders.all": "{codecs}",
  "decoders.missing": "{codecs} ne peut pas être décodé",
  "decoders.fix": "Installer le ffmpeg de la distribution.",

  speech: "la voix du boîtier",
  "speech.none": "il n’en a pas",
  "speech.missing": "espeak-ng manque : rien n’est dit à haute voix",
  "speech.silent": "aplay manque : les haut-parleurs restent muets",
  "speech.fix": "Exécuter apt-get install espeak-ng alsa-utils.",
  "speech.there": "espeak-ng est là",

  ros: "ROS 2",
  "ros.none": "aucun robot n’est joint par ce moyen",
  "ros.missing": "il n’est pas installé, et ros.setup n’indique rien",
  "ros.no_file": "{file} n’est pas là",
  "ros.fix": "Installer ROS 2 et indiquer son setup.bash dans ros.setup (docs/ros2.md).",
  "ros.is": "{files} fichier(s) de setup pour {robots} robot(s)",

  models: "fichiers des modèles",
  "models.none": "aucun modèle n’est installé",
  "models.whole": "le fichier est ce que dit son manifeste",
  "models.corrupt": "le fichier est abîmé",
  "models.missing": "le fichier manque",
  "models.fix": "Exécuter gatehouse models pull {model} --replace, ou l’ajouter de nouveau.",

  golden_frames: "détecteurs sur leurs images de contrôle",
  "golden_frames.no_model": "aucun modèle intact n’est installé",
  "golden_frames.none": "il n’a pas d’image de contrôle",
  "golden_frames.sees": "il voit ce qu’il doit, en {ms} ms",
  "golden_frames.wrong": "{problem}",
  "golden_frames.fix": "Installer de nouveau le modèle, ou en utiliser un autre.",

  health_nets: "réseaux pour la santé",
  "health_nets.none": "aucun n’est configuré",
  "health_nets.there": "{file} est là",
  "health_nets.unreadable": "{problem}",
  "health_nets.fix":
    "Le corriger, ou en indiquer un autre dans health.{net} ; d’ici là, les tâches disent ce qui manque.",

  camera_accepted: "caméras de la configuration",
  "camera_accepted.all": "le boîtier les a toutes acceptées",
  "camera_accepted.refused": "Le boîtier ne l’accepte pas ({reason})",
  "camera_accepted.fix": "Corriger ce qui est nommé ; le boîtier réessaie toutes les 30 s.",

  camera_reachable: "caméras",
  "camera_reachable.none": "il n’y a pas de caméra avec une adresse RTSP",
  "camera_reachable.sends": "la première image est venue après {seconds} s",
  "camera_reachable.silent": "La caméra ne répond pas",
  "camera_reachable.problem": "La caméra n’envoie pas d’image utilisable ({problem})",
  "camera_reachable.stream_unreachable": "La caméra ne répond pas à son adresse ({problem})",
  "camera_reachable.stream_auth_failed":
    "La caméra refuse l’utilisateur ou le mot de passe ({problem})",
  "camera_reachable.stream_not_found": "La caméra répond, mais pas à ce chemin ({problem})",
  "camera_reachable.stream_no_video": "La source n’a pas de piste vidéo ({problem})",
  "camera_reachable.stream_codec_unsupported":
    "Ce codage vidéo n’est pas pris en charge ({problem})",
  "camera_reachable.stream_stalled":
    "La caméra est connectée, mais n’envoie pas d’images ({problem})",
  "camera_reachable.fix":
    "Regarder son alimentation, son câble, son adresse et son mot de passe ; gatehouse cameras probe en montre plus.",

  camera_codec: "codage des caméras",
  "camera_codec.no_picture": "elle n’envoie pas d’image, voir camera_reachable",
  "camera_codec.other": "elle envoie du {codec}, que les navigateurs ne lisent pas en direct",
  "camera_codec.other_fix": "Régler la caméra sur H.264, ou utiliser un flux secondaire H.264.",
  "camera_codec.b_frames": "elle envoie des images B, qui retardent l’image",
  "camera_codec.b_frames_fix": "Désactiver les images B dans la caméra.",
  "camera_codec.well": "H.264 sans images B",

  camera_gop: "images clés des caméras",
  "camera_gop.none": "aucune deuxième image clé n’est venue",
  "camera_gop.is": "une image clé toutes les {seconds} s",
  "camera_gop.fix":
    "Régler l’intervalle des images clés sur 1 à 2 s, et désactiver les codecs « smart ».",

  camera_clock: "horloges des caméras",
  "camera_clock.unknown": "elle ne dit pas son heure",
  "camera_clock.ahead": "{seconds} s en avance sur le boîtier",
  "camera_clock.behind": "{seconds} s en retard sur le boîtier",
  "camera_clock.fix": "Faire prendre l’heure à la caméra et au boîtier du même serveur (NTP).",

  camera_sub_stream: "flux secondaires des caméras",
  "camera_sub_stream.configured": "il y en a un de configuré",
  "camera_sub_stream.small": "le flux est petit lui-même ({size})",
  "camera_sub_stream.large": "{size} est décodé pour la détection",
  "camera_sub_stream.offered": "{size} est décodé pour la détection : elle offre {offered}",
  "camera_sub_stream.fix": "Mettre dans source.sub_url un flux d’environ 640×360.",

  camera_sub_reachable: "flux secondaires configurés",
  "camera_sub_reachable.none": "aucun flux secondaire n’est configuré",
  "camera_sub_reachable.is": "{size}",
  "camera_sub_reachable.fix": "Corriger source.sub_url, ou l’enlever.",
};
