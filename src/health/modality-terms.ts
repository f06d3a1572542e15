/** Returns one spelling for a kind of picture, such as `Chest X-Ray` and `chest_x-ray`. */
export function modalityKey(modality: string): string {
  return modality
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
