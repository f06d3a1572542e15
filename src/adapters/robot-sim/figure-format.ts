/**
 * The layout of `person.rgba.gz`: one picture below the other, straight alpha, feet at the lower edge. The
 * first shows the person from behind, the next ones after turns of an eighth to the left.
 */
export const figure = { sides: 8, widthPx: 64, heightPx: 144, pixelM: 1.86 / 144 } as const;
