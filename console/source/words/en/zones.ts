/** The drawing of zones. */
export const zones = {
  edit: "Draw zones",
  drawing: "Zones on the picture",
  tools: "Tools",
  list: "Zones",
  kinds: {
    area: "Area",
    line: "Line",
    mask: "Privacy mask",
  },
  inMiddle: "Put one in the middle",
  howArea: "Drag a box, or click corner after corner and the first one again.",
  howLine: "Drag a line, or click its two ends.",
  howChange:
    "Drag corners or whole shapes. By keyboard: arrows move a corner (Shift: more, Alt: less), + adds one, Delete takes it away.",
  corner: "Corner {number} of {name}: {x} % from the left, {y} % from the top",
  nothing: "Nothing is drawn yet.",
  remove: "Remove {name}",
  alertEnter: "Raise an incident when something enters",
  alertCross: "Raise an incident when something crosses",
  problems: {
    crosses: "{name}: its sides may not cross.",
    few: "{name}: it needs more corners.",
    name: "Give it a name of letters and digits.",
    twice: "{name}: two have this name.",
  },
};
