import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "Zum Inhalt springen",
  menu: "Menü",
  navigation: "Hauptmenü",
  signOut: "Abmelden",
  language: "Sprache",
  live: "Live",
  connecting: "Verbindung zum Gerät wird aufgebaut …",
  offline: "Keine Verbindung",
  notFound: "Diese Seite gibt es nicht.",
  toOverview: "Zur Übersicht",
  firstKey:
    "Das ist der erste Schlüssel des Geräts. Jetzt aufbewahren, er wird nur dieses eine Mal gezeigt:",
  synthetic:
    "Die Bilder sind künstlich: eine gezeichnete Szene, die eine Kamera aus Software in einer Schleife abspielt. Was darin gefunden wird, findet derselbe Code, der echte Kameras überwacht.",
  placeholders:
    "Erzeugte Bilder und Texte sind Platzhalter: Dieses Gerät ist mit einem Ersatz für Modelldienste verbunden, und kein Modell hat etwas erzeugt.",
  watch: "Überwachen",
  move: "Bewegen",
  make: "Erzeugen",
  box: "Das Gerät",
};
