import type { addCamera as source } from "../en/add-camera.ts";

/** The way to a new camera. */
export const addCamera: typeof source = {
  title: "Kamera hinzufügen",
  found: "Im Netz gefunden",
  searching: "Wird gesucht …",
  searchAgain: "Erneut suchen",
  noneFound:
    "Keine Kamera hat geantwortet. Kameras anderer Netze werden über ihre Adresse ausprobiert.",
  watched: "wird schon überwacht als {names}",
  choose: "Auswählen",
  try: "Kamera ausprobieren",
  address: "Adresse",
  addressHint:
    "Die RTSP-Adresse der Kamera, oder nur Name oder IP-Adresse: Dann wird über ONVIF gefragt.",
  username: "Benutzername",
  password: "Passwort",
  tryButton: "Ausprobieren",
  trying: "Die Kamera wird einige Sekunden lang beobachtet …",
  unreachable: "Unter dieser Adresse antwortet nichts. Kabel, Adresse und Netz prüfen.",
  needsPassword: "Die Kamera verlangt Benutzername und Passwort.",
  wrongPassword: "Die Kamera weist Benutzername oder Passwort zurück.",
  unusable: "Die Kamera antwortet, schickt aber keine brauchbaren Bilder.",
  result: "Was die Kamera schickt",
  maker: "Hersteller",
  codec: "Kodierung",
  size: "Größe",
  rate: "Bilder je Sekunde",
  keyFrames: "Schlüsselbilder",
  everySec: "alle {seconds} s",
  advice: "Ratschläge",
  nameHint: "Buchstaben, Ziffern, Punkt und Bindestrich; bleibt danach so.",
  useSub: "Den kleineren Strom auswerten, den großen aufzeichnen",
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
      "Die Uhr der Kamera geht um {seconds} s falsch. Kamera und Gerät vom selben Zeitserver (NTP) stellen lassen.",
    clock_unknown: "Die Kamera nannte ihre Uhrzeit nicht.",
    no_sub_stream:
      "Die Kamera bietet keinen kleineren H.264-Strom. Einer mit etwa 640×360 spart dem Gerät die meiste Arbeit.",
    sub_stream: "Die Kamera schickt auch {width}×{height} in H.264: weniger Arbeit, wo das genügt.",
    onvif_unavailable:
      "Die Kamera sagt über ONVIF nichts von sich. Mit der RTSP-Adresse geht es auch ohne.",
  },
};
