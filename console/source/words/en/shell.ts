/** The frame around every view. */
export const shell = {
  skip: "Skip to content",
  menu: "Menu",
  navigation: "Main",
  signOut: "Sign out",
  language: "Language",
  live: "Live",
  connecting: "Connecting to the box …",
  offline: "No connection",
  notFound: "There is no such page.",
  toOverview: "To the overview",
  firstKey: "This is the box's first key. Keep it now, it is shown this once:",
  synthetic:
    "The pictures are synthetic: a drawn scene, played in a loop by a camera made of software. What is found in them is found by the same code that watches real cameras.",
  placeholders:
    "Generated pictures and texts are placeholders: this box is connected to a stand-in for model endpoints, and no model has made anything.",
  watch: "Watch",
  move: "Move",
  make: "Make",
  box: "The box",
};
