import type { addCamera as source } from "../en/add-camera.ts";

/** The way to a new camera. */
export const addCamera: typeof source = {
  title: "Añadir una cámara",
  found: "Encontradas en la red",
  searching: "Buscando …",
  searchAgain: "Buscar de nuevo",
  noneFound: "No ha respondido ninguna cámara. Las de otras redes se prueban por su dirección.",
  watched: "ya se vigila como {names}",
  choose: "Elegir",
  try: "Probar una cámara",
  address: "Dirección",
  addressHint:
    "La dirección RTSP de la cámara, o solo su nombre o IP: entonces se pregunta por ONVIF.",
  username: "Usuario",
  password: "Contraseña",
  tryButton: "Probar",
  trying: "Se observa la cámara unos segundos …",
  unreachable: "Nada responde en esta dirección. Compruebe el cable, la dirección y la red.",
  needsPassword: "La cámara pide usuario y contraseña.",
  wrongPassword: "La cámara rechaza este usuario o contraseña.",
  unusable: "La cámara responde, pero no envía imágenes que se puedan vigilar.",
  result: "Lo que envía la cámara",
  maker: "Fabricante",
  codec: "Codificación",
  size: "Tamaño",
  rate: "Imágenes por segundo",
  keyFrames: "Fotogramas clave",
  everySec: "cada {seconds} s",
  advice: "Consejos",
  nameHint: "Letras, cifras, punto y guion; no cambia después.",
  useSub: "Analizar el flujo pequeño y grabar el grande",
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
    clock_unknown: "La cámara no dijo su hora.",
    no_sub_stream:
      "La cámara no ofrece un flujo H.264 menor. Uno de unos 640×360 ahorra casi todo el trabajo del equipo.",
    sub_stream: "La cámara también envía {width}×{height} en H.264: menos trabajo si basta.",
    onvif_unavailable:
      "La cámara no dice nada de sí por ONVIF. El flujo funciona sin ello, con la dirección RTSP.",
  },
};
