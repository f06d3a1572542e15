/** Pieces of bodies that a page shows by themselves, and the request that they are a piece of. */
export const fragments: readonly {
  page: string;
  begins: string;
  request: (json: string) => string;
}[] = [
  {
    page: "cameras/perception.md",
    begins: '"calibration":',
    request: (json) => `PATCH /api/v1/surveillance/streams/gate\n{${json}}`,
  },
  {
    page: "cameras/field-cameras.md",
    begins: '{"type": "camera_event"',
    request(json) {
      const url = "rtsp://192.168.1.64/stream1";
      const source = { type: "rtsp", url, username: "viewer", password: "…" };
      const body = { stream_id: "events", source, behaviors: [JSON.parse(json)] };
      // Spaced as the pages are, for the substitutions.
      return `POST /api/v1/surveillance/streams\n${JSON.stringify(body).replaceAll('":"', '": "')}`;
    },
  },
  {
    page: "cameras/field-cameras.md",
    begins: '{"model": "camera"}',
    request: (json) => `PATCH /api/v1/surveillance/streams/gate\n${json}`,
  },
  {
    page: "robots/rules.md",
    begins: '{"on": {"type": "battery_low"',
    request: (json) => `PUT /api/v1/rules/dock-when-low\n${json}`,
  },
];
