/** The id of the camera in the addresses of `views`. */
export const camera = "yard";
/** Every view of the camera half, and what is there when it is ready. */
export const views = [
  ["/live", ".tile"],
  ["/system/health", ".status-tile"],
  ["/system/cameras", "tbody tr"],
  [`/cameras/${camera}`, ".facts"],
  [`/cameras/${camera}?edit=zones`, ".shape-list"],
  ["/cameras/new", "form"],
  ["/review?review=all", ".incident"],
  ["/automation/rules", "[data-policy]"],
  ["/automation/modes", "[aria-pressed=true]"],
] as const;
