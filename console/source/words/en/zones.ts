/** The drawing of zones. */
export const zones = {
  edit: "Draw zones",
  drawing: "Zones on the picture",
  tools: "Tools",
  list: "Zones",
  kinds: {
    area: "Zone",
    line: "Line",
    mask: "Privacy mask",
  },
  inMiddle: "Add at centre",
  howArea: "Drag a rectangle, or click each corner and the first one again.",
  howLine: "Drag a line, or click its two ends.",
  howChange:
    "Drag corners or whole shapes. Keyboard: arrows move a corner (Shift: faster, Alt: slower), + adds one, Delete removes it.",
  corner: "Corner {number} of {name}: {x} % from the left, {y} % from the top",
  nothing: "No zones yet.",
  remove: "Remove {name}",
  alertEnter: "Raise an incident when something enters",
  alertCross: "Raise an incident when something crosses",
  problems: {
    crosses: "{name}: the sides must not cross.",
    few: "{name}: add more corners.",
    name: "Enter a name of letters and digits.",
    twice: "{name}: this name is in use.",
  },
};
