/**
 * The path of a stream's incident list: the `result_url` of its jobs. The reader of a job puts the box's present
 * address before it.
 */
export function incidentsPath(streamId: string): string {
  return `/api/v1/surveillance/incidents?stream_id=${encodeURIComponent(streamId)}`;
}
