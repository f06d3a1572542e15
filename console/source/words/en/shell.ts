/** The frame around every view. */
export const shell = {
  skip: "Skip to content",
  menu: "Menu",
  navigation: "Main",
  signOut: "Sign out",
  language: "Language",
  live: "Connected",
  connecting: "Disconnected, retrying …",
  offline: "No connection",
  notFound: "Page not found.",
  toOverview: "Go to the overview",
  firstKey: "This is the box's first key. Store it now: the page shows it only once.",
  synthetic:
    "Demo video: software plays a drawn scene in a loop. Detection runs as it does with real cameras.",
  placeholders:
    "Generated pictures and texts are placeholders: this box uses a stand-in instead of real model endpoints.",
  watch: "Monitor",
  move: "Robots",
  make: "Automation",
  box: "System",
};
