import type { addCamera as source } from "../en/add-camera.ts";

/** The way to a new camera. */
export const addCamera: typeof source = {
  title: "Añadir una cámara",
  found: "Encontradas en la red",
  searching: "Buscando …",
  searchAgain: "Buscar de nuevo",
  noneFound: "No ha respondido ninguna cámara. Añada por dirección las de otras redes.",
  watched: "ya añadida como {names}",
  choose: "Elegir",
  try: "Añadir por dirección",
  address: "Dirección",
  addressHint: "Dirección RTSP, o nombre o IP (usa ONVIF).",
  username: "Usuario",
  password: "Contraseña",
  tryButton: "Probar conexión",
  trying: "Probando la cámara unos segundos …",
  unreachable: "Sin respuesta en esta dirección. Compruebe el cable, la dirección y la red.",
  needsPassword: "La cámara pide usuario y contraseña.",
  wrongPassword: "Usuario o contraseña incorrectos.",
  unusable: "La cámara responde, pero no envía vídeo utilizable.",
  result: "Datos del flujo",
  maker: "Fabricante",
  codec: "Códec",
  size: "Resolución",
  rate: "fps",
  keyFrames: "Fotogramas clave",
  everySec: "cada {seconds} s",
  advice: "Consejos",
  nameHint: "Letras, cifras, punto y guion. No se puede cambiar después.",
  useSub: "Analizar el flujo secundario, grabar el principal",
  addButton: "Añadir esta cámara",
  advices: {
    codec_not_in_browsers:
      "La cámara envía {codec}, que los navegadores no reproducen en directo. Póngala en H.264; la detección funciona igualmente.",
    gop_long:
      "Los fotogramas clave llegan solo cada {seconds} s: así de tarde empieza la imagen. Ponga el intervalo en 1 a 2 s y desactive los códecs «inteligentes».",
    gop_unknown:
      "No llegó un segundo fotograma clave en {seconds} s. Ponga el intervalo en 1 a 2 s.",
    b_frames: "La cámara envía fotogramas B, que retrasan el directo. Desactívelos.",
    slow_start:
      "La primera imagen tardó {seconds} s. Ayuda un intervalo de fotogramas clave más corto.",
    clock_off:
      "El reloj de la cámara tiene {seconds} s de desfase. Use el mismo servidor de hora (NTP) en cámara y equipo.",
    clock_unknown: "La cámara no indica su hora.",
    no_sub_stream:
      "La cámara no ofrece un flujo H.264 menor. Uno de unos 640×360 ahorra casi todo el trabajo del equipo.",
    sub_stream: "La cámara también envía {width}×{height} en H.264: menos trabajo si basta.",
    onvif_unavailable: "ONVIF no disponible. Con la dirección RTSP el flujo funciona sin él.",
  },
};
