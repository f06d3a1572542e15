import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "Zum Inhalt springen",
  menu: "Menü",
  navigation: "Hauptmenü",
  signOut: "Abmelden",
  language: "Sprache",
  live: "Verbunden",
  connecting: "Getrennt, neuer Versuch …",
  offline: "Keine Verbindung",
  notFound: "Seite nicht gefunden.",
  toOverview: "Zur Übersicht",
  firstKey:
    "Das ist der erste Schlüssel des Geräts. Jetzt speichern: Die Seite zeigt ihn nur einmal.",
  synthetic:
    "Demovideo: Software spielt eine gezeichnete Szene in einer Schleife ab. Die Erkennung läuft wie bei echten Kameras.",
  placeholders:
    "Erzeugte Bilder und Texte sind Platzhalter: Dieses Gerät nutzt einen Ersatz statt echter Modelldienste.",
  watch: "Überwachung",
  move: "Robotik",
  make: "Automatisierung",
  box: "System",
};
