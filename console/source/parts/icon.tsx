/** Outlines on a field of 24 × 24, drawn with the colour of the text. */
const outlines = {
  overview: "M4 13h7V4H4zM13 20h7v-9h-7zM4 20h7v-4H4zM13 8h7V4h-7z",
  cameras: "M3 7h12v10H3zM15 11l6-3v8l-6-3",
  incidents: "M12 4l9 16H3zM12 10v4M12 17v.5",
  policies: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
  robots: "M5 9h14v9H5zM12 9V5M9 13v1M15 13v1M2 12v3M22 12v3",
  jobs: "M5 5h14v14H5zM8 9h8M8 12h8M8 15h5",
  media: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9v.5",
  voice: "M9 4h6v9H9zM6 11v2h2v3h8v-3h2v-2M12 16v4M9 20h6",
  health: "M3 12h4l2-6 4 12 2-6h6",
  doctor: "M9 3h6v4H9zM9 5H5v16h14V5h-4M12 10v8M8 14h8",
  models: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5",
  modes: "M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8",
  webhooks: "M8 12a4 4 0 1 1 4-4l4 8M16 16a4 4 0 1 1-4 4M8 12l-3 5",
  keys: "M8 15a4 4 0 1 1 3-6l10 0v4h-3v3h-3v-3h-4",
  configuration: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6",
  backup: "M4 5h16v5H4zM5 10v9h14v-9M9 14h6M12 13v3",
  upgrade: "M12 20V8M7 13l5-5 5 5M5 4h14",
  fullScreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5L5 19",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  map: "M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14",
  check: "M4 13l5 5L20 6",
  play: "M7 4l13 8-13 8z",
  question: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17v.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18",
  back: "M15 5l-7 7 7 7",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  pencil: "M4 20l1-5L16 4l4 4L9 19z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  copy: "M8 8h12v12H8zM4 16V4h12",
  grip: "M9 6v.5M15 6v.5M9 12v.5M15 12v.5M9 18v.5M15 18v.5",
  stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8z",
} as const;

/** Name of an icon. */
export type IconName = keyof typeof outlines;

/** A picture beside words; screen readers pass it by. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={outlines[name]} />
    </svg>
  );
}
