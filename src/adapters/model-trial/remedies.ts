/** The pattern of a refusal, and the remedy for the person at the appliance. */
const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [
    /not a registered function|No Op registered|Could not find an implementation|opset .* is under development/i,
    "it uses operators that this runtime does not know; export it with standard ONNX operators of opset 7 to 21",
  ],
  [/golden picture/, "it does not see what it should; check colour, mean, std and labels"],
  [/not a number/, "export it again in 32-bit floats, and check mean and std"],
  [/expected|has no output|outputs/, "check `head` and how many `labels` there are"],
  [/protobuf|parse|INVALID_PROTOBUF/i, "the file is damaged; copy or download it again"],
];

/** `refusal` with what to do about it, where that is known. */
export function remedyFor(refusal: string): string {
  const remedy = remedies.find(([pattern]) => pattern.test(refusal))?.[1];
  // Whoever reads this is told the model's name and the code elsewhere.
  const reason = refusal.replace(/^model \S+ cannot be used: (model_unavailable: )?/, "");
  return remedy === undefined ? reason : `${reason}; ${remedy}`;
}
