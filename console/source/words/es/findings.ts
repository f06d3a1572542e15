import type { Findings } from "../findings.ts";

/** What the doctor says. */
export const findings: Findings = {
  "any.box_stopped": "el equipo no está en marcha",
  "any.no_mounts": "el sistema no indica sus puntos de montaje",
  "any.port_answers": "{address} responde",
  "any.port_silent": "{address} no responde ({problem})",
  "any.store_unasked": "{problem}",

  doctor: "el propio examen",
  "doctor.not_begun": "el examen no pudo empezar: {problem}",
  "doctor.not_begun_fix": "Intentarlo de nuevo y comunicarlo con un paquete de asistencia.",
  "doctor.late": "la comprobación duró demasiado",
  "doctor.late_fix": "Mirar la carga del equipo e intentarlo de nuevo.",
  "doctor.broke": "la propia comprobación falló: {problem}",
  "doctor.broke_fix": "Comunicarlo con un paquete de asistencia.",

  configuration: "configuración",
  "configuration.file": "{file}",
  "configuration.defaults": "los valores predeterminados",
  "configuration.problem": "{problem}",
  "configuration.problem_fix": "Corregirlo en {file} (gatehouse config check).",
  "configuration.warning_fix": "Corregirlo en {file}.",
  "configuration.setting_fix": "Corregir la variable de entorno o la opción de la que viene.",

  running: "el equipo",
  "running.not": "no está en marcha",
  "running.not_ready": "está arrancando o parando",
  "running.not_ready_fix": "Esperar y mirar después su registro.",
  "running.answers": "responde en {url}",

  safe_mode: "modo seguro",
  "safe_mode.off": "desactivado",
  "safe_mode.on": "las cámaras y los robots están en pausa",
  "safe_mode.reason": "las cámaras y los robots están en pausa: {reason}",
  "safe_mode.fix": "Buscar en el registro qué falló y ejecutar después gatehouse safe-mode leave.",

  detector: "proceso de detección",
  "detector.state": "está {state} y se ha reiniciado {restarts} veces",
  "detector.fix":
    "Buscar en el registro por qué murió; gatehouse models verify comprueba los modelos.",

  queue: "cola de trabajos",
  "queue.length": "{queued} esperan, {running} se ejecutan",
  "queue.fix": "Ver cuáles esperan (GET /api/v1/jobs?status=queued) y si su servidor responde.",

  key_files: "archivos con claves",
  "key_files.open": "otros pueden leerlo",
  "key_files.fix": "Ejecutar chmod 600 {file} y cambiar la clave si otros tienen acceso al equipo.",
  "key_files.none": "todavía no hay ninguno",
  "key_files.closed": "{files}, solo legibles por su propietario",

  api_keys: "claves de la API",
  "api_keys.some": "hay algunas",
  "api_keys.none": "no hay ninguna: nadie puede iniciar sesión",
  "api_keys.fix":
    "Usar el código de instalación del arranque, o gatehouse keys create --preset admin --name technician.",

  store_version: "formato de los datos",
  "store_version.is": "formato {version}; esta versión escribe {own}",
  "store_version.newer_fix": "Instalar la versión que los escribió, o restaurar una copia.",
  "store_version.cut_off": "una migración quedó interrumpida",
  "store_version.migrate_fix": "Parar el equipo y ejecutar gatehouse migrate.",

  store_size: "tamaño de los datos",
  "store_size.is": "{used} de {limit} como máximo, {entries} entradas",
  "store_size.fix": "Reducir retention.jobs, retention.events y retention.audit.",

  store_free_list: "lista libre y lectores de los datos",
  "store_free_list.is": "{freed} transacciones liberadas, {readers} de {most} lectores",
  "store_free_list.readers_fix":
    "Reiniciar el equipo: lectores que acabaron mal retienen páginas viejas.",
  "store_free_list.long_fix":
    "Reiniciar el equipo a una hora tranquila; si vuelve a crecer, comunicarlo.",

  webhooks: "receptores de webhooks",
  "webhooks.none": "ninguno se ha dado por perdido",
  "webhooks.gone": "ya no se envía nada: dijo que ya no existe (410)",
  "webhooks.failing": "ya no se envía nada: falló durante días",
  "webhooks.fix": "Arreglar el receptor, volver a poner is_active y recuperar lo perdido.",

  backup: "última copia de seguridad",
  "backup.none": "no ha habido ninguna",
  "backup.today": "hace menos de un día, {file}",
  "backup.days": "hace {days} día(s), {file}",
  "backup.fix": "Ejecutar gatehouse backup, o activar su temporizador.",

  restores: "lo que apartaron las restauraciones",
  "restores.none": "nada",
  "restores.cut_off": "una restauración quedó interrumpida",
  "restores.cut_off_fix": "Ejecutar gatehouse restore --finish.",
  "restores.aside": "{folder} todavía ocupa espacio",
  "restores.aside_fix": "Borrarlo cuando el equipo restaurado esté bien.",

  service: "servicio de systemd",
  "service.no_systemd": "systemd no funciona aquí",
  "service.not_installed": "la unidad no está instalada",
  "service.failed": "falló ({result})",
  "service.failed_fix":
    "Leer journalctl -u gatehouse, arreglar la causa y después systemctl start gatehouse.",
  "service.restarted": "se ha reiniciado {restarts} veces",
  "service.restarted_fix": "Leer en journalctl -u gatehouse por qué.",
  "service.no_watchdog": "su vigilancia (watchdog) está desactivada",
  "service.no_watchdog_fix": "Poner WatchdogSec=30 en la unidad.",
  "service.disabled": "no arranca con la máquina",
  "service.disabled_fix": "Ejecutar systemctl enable gatehouse.",
  "service.well": "{state}, reiniciado {restarts} veces",

  memory: "memoria libre",
  "memory.unknown": "el sistema no indica su memoria",
  "memory.is": "{free} de {total} están disponibles",
  "memory.fix":
    "Vigilar menos cámaras, usar un modelo más pequeño o parar lo demás que corre en el equipo.",

  memory_kills: "procesos terminados por falta de memoria",
  "memory_kills.unknown": "el núcleo no los cuenta",
  "memory_kills.none": "ninguno desde que arrancó la máquina",
  "memory_kills.some":
    "el núcleo ha terminado {kills} proceso(s) por falta de memoria desde que arrancó la máquina",
  "memory_kills.fix":
    "Ver cuáles en el registro del núcleo (journalctl -k) y dar al equipo más memoria o menos trabajo.",

  temperature: "temperatura",
  "temperature.unknown": "ningún sensor indica una temperatura",
  "temperature.is": "{sensor} está a {celsius} °C",
  "temperature.unnamed": "el sensor más caliente está a {celsius} °C",
  "temperature.fix": "Limpiar el ventilador y las aletas, dar aire al equipo o bajar su potencia.",

  throttling: "limitación del procesador",
  "throttling.unknown": "el procesador no lo indica",
  "throttling.none": "el procesador va a su velocidad",
  "throttling.slow": "el procesador va frenado, por calor o por falta de corriente",
  "throttling.fix": "Enfriar el equipo y usar la fuente de alimentación que indica su fabricante.",

  load: "carga",
  "load.is": "{load} procesos corren o esperan, en {cpus} procesador(es)",
  "load.fix": "Bajar las imágenes por segundo, usar flujos secundarios o un modelo más pequeño.",

  shared_memory: "/dev/shm",
  "shared_memory.none": "no hay",
  "shared_memory.unusable": "no se puede usar",
  "shared_memory.is": "{free} están libres",
  "shared_memory.fix": "Montar un tmpfs de 64 MB o más en /dev/shm (docker: --shm-size=256m).",

  network_buffers: "búferes de red del núcleo",
  "network_buffers.unknown": "el núcleo no los indica",
  "network_buffers.is": "net.core.rmem_max es {bytes}",
  "network_buffers.fix":
    "Poner net.core.rmem_max={least} en /etc/sysctl.d/ y ejecutar sysctl --system.",

  file_descriptors: "límite de archivos abiertos",
  "file_descriptors.unknown": "el sistema no lo indica",
  "file_descriptors.enough": "puede haber {files} archivos abiertos",
  "file_descriptors.few": "solo puede haber {files} archivos abiertos",
  "file_descriptors.fix": "Poner LimitNOFILE=16384 en la unidad del servicio.",

  disk_free: "espacio libre en el disco",
  "disk_free.unknown": "{dir} no se puede examinar",
  "disk_free.unknown_fix": "Crear el directorio de datos, o corregir data_dir.",
  "disk_free.is": "{free} de {total} están libres",
  "disk_free.fix": "Liberar espacio, o guardar menos tiempo grabaciones e imágenes.",

  disk_files: "archivos que aún se pueden crear",
  "disk_files.unknown": "el sistema de archivos no los cuenta",
  "disk_files.is": "{free} de {total}",
  "disk_files.fix":
    "Guardar menos tiempo las imágenes, o rehacer el sistema de archivos con más inodos.",

  disk_speed: "velocidad del disco",
  "disk_speed.none": "no se puede escribir nada",
  "disk_speed.none_fix": "Véase disk_free, data_dir_owner y disk_mount.",
  "disk_speed.is": "{megabytes} MB por segundo, una escritura pequeña tarda {sync_ms} ms",
  "disk_speed.fix":
    "Usar un SSD o una tarjeta industrial: el disco es demasiado lento, está gastado u ocupado.",

  disk_mount: "cómo está montado el disco",
  "disk_mount.is": "{device} ({type})",
  "disk_mount.read_only": "{device} ({type}) está montado en solo lectura",
  "disk_mount.read_only_fix":
    "Buscar errores de disco (journalctl -k), revisar el sistema de archivos y montarlo de nuevo.",
  "disk_mount.remote": "{device} ({type}) es un disco de otra máquina",
  "disk_mount.remote_fix":
    "Poner el directorio de datos en un disco del equipo: hacen falta bloqueos locales y archivos proyectados en memoria.",
  "disk_mount.in_memory": "{device} ({type}) es memoria y se pierde al reiniciar",
  "disk_mount.in_memory_fix": "Poner el directorio de datos en un disco.",

  disk_wear: "desgaste del disco",
  "disk_wear.unknown": "ningún disco indica su desgaste; para SSD, instalar smartmontools",
  "disk_wear.failing": "{device} dice que está fallando",
  "disk_wear.is": "{device} ha gastado el {percent} % de su vida",
  "disk_wear.fix": "Hacer una copia de seguridad y cambiar el disco.",

  data_dir_owner: "propietario del directorio de datos",
  "data_dir_owner.none": "todavía no hay directorio de datos; lo crea el primer arranque",
  "data_dir_owner.open": "otros pueden mirar en {dir}",
  "data_dir_owner.open_fix": "Ejecutar chmod 700 {dir}.",
  "data_dir_owner.foreign": "{file} es de otro usuario que {dir}",
  "data_dir_owner.foreign_fix": "Ejecutar chown -R {owner} {dir}.",
  "data_dir_owner.well": "todo es del usuario {uid}",

  time_sync: "servidor de hora",
  "time_sync.unknown": "el sistema no dice si sigue a un servidor de hora",
  "time_sync.follows": "el reloj sigue a un servidor de hora",
  "time_sync.none": "el reloj no sigue a ningún servidor de hora",
  "time_sync.fix":
    "Indicar uno que el equipo alcance en /etc/systemd/timesyncd.conf (NTP=…) y ejecutar timedatectl set-ntp true.",

  clock: "el propio reloj",
  "clock.is": "marca {time} UTC",
  "clock.impossible": "marca {time} UTC, lo que no puede ser",
  "clock.jumped": "saltó hacia atrás: el último suceso va {seconds} s por delante",
  "clock.fix":
    "Poner el reloj en hora (timedatectl set-time) y dar al equipo un servidor de hora o una pila para su reloj.",

  dns: "nombres",
  "dns.none": "no se nombra nada de fuera",
  "dns.found": "tiene dirección",
  "dns.missing": "no tiene dirección",
  "dns.fix": "Corregir el nombre, o los servidores DNS del equipo (resolvectl status).",

  uplink: "servidores de modelos",
  "uplink.none": "no hay ningún servidor configurado",
  "uplink.refused": "rechaza al equipo: {reason}",
  "uplink.refused_fix": "Corregir su clave en uplink.endpoints.",
  "uplink.makers": "su dirección es la de su fabricante",
  "uplink.fix": "Mirar la red, el cortafuegos y el servidor; los trabajos esperan entretanto.",

  mqtt: "brókeres MQTT",
  "mqtt.none": "no hay ningún bróker configurado",
  "mqtt.connected": "el equipo está conectado",
  "mqtt.refused": "{address} responde, pero el equipo no está conectado ({problem})",
  "mqtt.unanswered": "{address} responde, pero aún no ha aceptado al equipo",
  "mqtt.refused_fix":
    "Corregir usuario, contraseña y certificados del bróker en mqtt_brokers; gatehouse/# debe estar permitido.",
  "mqtt.fix": "Arrancar el bróker, o corregir su dirección en la configuración.",

  mail_server: "servidor de correo de las alarmas",
  "mail_server.none": "no hay ningún servidor de correo configurado",
  "mail_server.fix":
    "Arrancar el servidor de correo, o corregir alarms.smtp; después ejecutar gatehouse alarms test.",

  port: "puerto de la API",
  "port.restart_fix": "Reiniciar el equipo y mirar su registro.",
  "port.chosen": "lo elige el sistema",
  "port.free": "{port} está libre",
  "port.used": "{port} lo usa otro programa",
  "port.used_fix": "Pararlo (ss -ltnp 'sport = :{port}' lo nombra), o cambiar server.port.",

  certificates: "certificados",
  "certificates.none": "no se usa ningún certificado",
  "certificates.later": "se hace en el primer arranque",
  "certificates.unreadable": "{file} no se puede leer",
  "certificates.unreadable_fix": "Corregir la ruta, o el propietario del archivo.",
  "certificates.ended": "terminó el {day}",
  "certificates.early": "todavía no es válido",
  "certificates.early_fix": "Poner el reloj en hora.",
  "certificates.ending": "termina el {day}",
  "certificates.good": "bueno hasta el {day}",
  "certificates.fix": "Poner uno nuevo en su lugar; el equipo lo toma sin reiniciar.",
  "certificates.wrong": "no es un certificado",
  "certificates.wrong_fix": "Dar un certificado en formato PEM.",

  ffmpeg: "ffmpeg",
  "ffmpeg.none": "falta {program}",
  "ffmpeg.unknown": "de versión desconocida",
  "ffmpeg.old": "la versión {version} es anterior a {oldest}",
  "ffmpeg.is": "versión {version}",
  "ffmpeg.fix": "Ejecutar apt-get install ffmpeg.",

  decoders: "decodificadores de ffmpeg",
  "decoders.unknown": "no se puede preguntar a ffmpeg",
  "decoders.all": "{codecs}",
  "decoders.missing": "{codecs} no se puede decodificar",
  "decoders.fix": "Instalar el ffmpeg de la distribución.",

  speech: "la voz del equipo",
  "speech.none": "no tiene",
  "speech.missing": "falta espeak-ng: no se dice nada en voz alta",
  "speech.silent": "falta aplay: los altavoces quedan mudos",
  "speech.fix": "Ejecutar apt-get install espeak-ng alsa-utils.",
  "speech.there": "espeak-ng está instalado",

  ros: "ROS 2",
  "ros.none": "ningún robot se alcanza con él",
  "ros.missing": "no está instalado, y ros.setup no indica nada",
  "ros.no_file": "{file} no está",
  "ros.fix": "Instalar ROS 2 e indicar su setup.bash en ros.setup (docs/ros2.md).",
  "ros.is": "{files} archivo(s) de setup para {robots} robot(s)",

  models: "archivos de los modelos",
  "models.none": "no hay ningún modelo instalado",
  "models.whole": "el archivo es lo que dice su manifiesto",
  "models.corrupt": "el archivo está dañado",
  "models.missing": "falta el archivo",
  "models.fix": "Ejecutar gatehouse models pull {model} --replace, o añadirlo de nuevo.",

  golden_frames: "detectores con sus imágenes de prueba",
  "golden_frames.no_model": "no hay ningún modelo íntegro instalado",
  "golden_frames.none": "no tiene imagen de prueba",
  "golden_frames.sees": "ve lo que debe, en {ms} ms",
  "golden_frames.wrong": "{problem}",
  "golden_frames.fix": "Instalar de nuevo el modelo, o usar otro.",

  health_nets: "redes para salud",
  "health_nets.none": "no hay ninguna configurada",
  "health_nets.there": "{file} está en su sitio",
  "health_nets.unreadable": "{problem}",
  "health_nets.fix":
    "Corregirlo, o indicar otra en health.{net}; entretanto los trabajos dicen qué falta.",

  camera_accepted: "cámaras de la configuración",
  "camera_accepted.all": "el equipo las ha aceptado todas",
  "camera_accepted.refused": "El equipo no la acepta ({reason})",
  "camera_accepted.fix": "Corregir lo que nombra; el equipo lo intenta de nuevo cada 30 s.",

  camera_reachable: "cámaras",
  "camera_reachable.none": "no hay ninguna cámara con dirección RTSP",
  "camera_reachable.sends": "la primera imagen llegó a los {seconds} s",
  "camera_reachable.silent": "La cámara no responde",
  "camera_reachable.problem": "La cámara no envía una imagen utilizable ({problem})",
  "camera_reachable.stream_unreachable": "La cámara no responde en su dirección ({problem})",
  "camera_reachable.stream_auth_failed": "La cámara rechaza el usuario o la contraseña ({problem})",
  "camera_reachable.stream_not_found": "La cámara responde, pero no en esta ruta ({problem})",
  "camera_reachable.stream_no_video": "La fuente no tiene pista de vídeo ({problem})",
  "camera_reachable.stream_codec_unsupported": "Este códec de vídeo no se admite ({problem})",
  "camera_reachable.stream_stalled": "La cámara está conectada, pero no envía imágenes ({problem})",
  "camera_reachable.fix":
    "Mirar su corriente, cable, dirección y contraseña; gatehouse cameras probe muestra más.",

  camera_codec: "códecs de las cámaras",
  "camera_codec.no_picture": "no envía imagen, véase camera_reachable",
  "camera_codec.other": "envía {codec}, que los navegadores no reproducen en directo",
  "camera_codec.other_fix": "Poner la cámara en H.264, o usar un flujo secundario H.264.",
  "camera_codec.b_frames": "envía fotogramas B, que retrasan la imagen",
  "camera_codec.b_frames_fix": "Desactivar los fotogramas B en la cámara.",
  "camera_codec.well": "H.264 sin fotogramas B",

  camera_gop: "fotogramas clave de las cámaras",
  "camera_gop.none": "no llegó un segundo fotograma clave",
  "camera_gop.is": "un fotograma clave cada {seconds} s",
  "camera_gop.fix":
    "Poner el intervalo de fotogramas clave en 1 a 2 s y desactivar los códecs «smart».",

  camera_clock: "relojes de las cámaras",
  "camera_clock.unknown": "no dice su hora",
  "camera_clock.ahead": "{seconds} s por delante del equipo",
  "camera_clock.behind": "{seconds} s por detrás del equipo",
  "camera_clock.fix": "Hacer que cámara y equipo tomen la hora del mismo servidor (NTP).",

  camera_sub_stream: "flujos secundarios de las cámaras",
  "camera_sub_stream.configured": "hay uno configurado",
  "camera_sub_stream.small": "el propio flujo es pequeño ({size})",
  "camera_sub_stream.large": "se decodifica {size} para la detección",
  "camera_sub_stream.offered": "se decodifica {size} para la detección: ofrece {offered}",
  "camera_sub_stream.fix": "Poner en source.sub_url un flujo de unos 640×360.",

  camera_sub_reachable: "flujos secundarios configurados",
  "camera_sub_reachable.none": "no hay ningún flujo secundario configurado",
  "camera_sub_reachable.is": "{size}",
  "camera_sub_reachable.fix": "Corregir source.sub_url, o quitarlo.",
};
