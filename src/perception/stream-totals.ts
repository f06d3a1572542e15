/** The numbers of a stream at its end. */
export interface StreamTotals {
  frames: number;
  durationSec: number;
  tracks: number;
  incidents: number;
  incidentsByType: Record<string, number>;
  incidentIds: readonly string[];
  dropped: Record<string, number>;
  timingsMs: Record<string, number>;
}
