const maxWidthPx = 640;

/** Draws what a picture or video shows into `canvas`, where it stays; nothing while it shows nothing. */
export function keepPicture(
  canvas: HTMLCanvasElement | null,
  source: HTMLVideoElement | HTMLImageElement,
): void {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.naturalWidth, source.naturalHeight];
  if (!canvas || width === 0 || height === 0) return;
  const scale = Math.min(1, maxWidthPx / width);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
}
