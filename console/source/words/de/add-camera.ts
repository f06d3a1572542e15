import type { addCamera as source } from "../en/add-camera.ts";

/** The way to a new camera. */
export const addCamera: typeof source = {
  title: "Kamera hinzufügen",
  found: "Im Netz gefunden",
  searching: "Wird gesucht …",
  searchAgain: "Erneut suchen",
  noneFound: "Keine Kamera hat geantwortet. Kameras anderer Netze über die Adresse hinzufügen.",
  watched: "schon hinzugefügt als {names}",
  choose: "Auswählen",
  try: "Über die Adresse hinzufügen",
  address: "Adresse",
  addressHint: "RTSP-Adresse, oder Hostname oder IP-Adresse (nutzt ONVIF).",
  username: "Benutzername",
  password: "Passwort",
  tryButton: "Verbindung testen",
  trying: "Die Kamera wird einige Sekunden getestet …",
  unreachable: "Keine Antwort unter dieser Adresse. Kabel, Adresse und Netz prüfen.",
  needsPassword: "Die Kamera verlangt Benutzername und Passwort.",
  wrongPassword: "Benutzername oder Passwort falsch.",
  unusable: "Die Kamera antwortet, schickt aber kein brauchbares Video.",
  result: "Daten des Streams",
  maker: "Hersteller",
  codec: "Codec",
  size: "Auflösung",
  rate: "fps",
  keyFrames: "Schlüsselbilder",
  everySec: "alle {seconds} s",
  advice: "Ratschläge",
  nameHint: "Buchstaben, Ziffern, Punkt und Bindestrich. Später nicht änderbar.",
  useSub: "Substream auswerten, Hauptstream aufzeichnen",
  addButton: "Diese Kamera hinzufügen",
  advices: {
    codec_not_in_browsers:
      "Die Kamera schickt {codec}, was Browser nicht live abspielen. Auf H.264 stellen; die Erkennung geht auch so.",
    gop_long:
      "Schlüsselbilder kommen nur alle {seconds} s: So spät beginnt das Bild. Abstand auf 1 bis 2 s stellen, „smarte“ Codecs abschalten.",
    gop_unknown: "In {seconds} s kam kein zweites Schlüsselbild. Abstand auf 1 bis 2 s stellen.",
    b_frames: "Die Kamera schickt B-Frames, die das Livebild verzögern. Abschalten.",
    slow_start: "Das erste Bild brauchte {seconds} s. Ein kürzerer Schlüsselbildabstand hilft.",
    clock_off:
      "Die Uhr der Kamera geht um {seconds} s falsch. Kamera und Gerät auf denselben Zeitserver (NTP) einstellen.",
    clock_unknown: "Die Kamera meldet keine Uhrzeit.",
    no_sub_stream:
      "Die Kamera bietet keinen kleineren H.264-Strom. Einer mit etwa 640×360 spart dem Gerät die meiste Arbeit.",
    sub_stream: "Die Kamera schickt auch {width}×{height} in H.264: weniger Arbeit, wo das genügt.",
    onvif_unavailable: "ONVIF nicht verfügbar. Mit der RTSP-Adresse läuft der Stream auch ohne.",
  },
};
