/** The pattern of a refusal, and the remedy for the person at the appliance. */
const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [
    /not a registered function|No Op registered|Could not find an implementation|opset .* is under development/i,
    "it uses operators that this runtime does not know; export it with standard ONNX operators of opset 7 to 21",
  ],
  [/protobuf|parse|INVALID_PROTOBUF/i, "the file is damaged; copy or download it again"],
];

/** Returns `refusal` without the name of the model, with a remedy for errors of the runtime that have none. */
export function remedyFor(refusal: string): string {
  const remedy = remedies.find(([pattern]) => pattern.test(refusal))?.[1];
  // The message around it names the model.
  const reason = refusal.replace(/^model\.[^\s:]+: /, "");
  return remedy === undefined ? reason : `${reason}; ${remedy}`;
}
