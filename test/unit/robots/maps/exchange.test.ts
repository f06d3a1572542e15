import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { geoJsonOf, readGeoJson } from "../../../../src/robots/maps/exchange/geojson-wire.ts";
import { lifOf, readLif } from "../../../../src/robots/maps/exchange/lif-wire.ts";
import { pointsOfCurve } from "../../../../src/robots/maps/corridor-curve.ts";
import type { CorridorRecord, PlaceRecord } from "../../../../src/robots/maps/map-record.ts";
import { placeKinds } from "../../../../src/robots/maps/map-terms.ts";

const none = { frame: null, level: null };
const stored = { v: 1, org: "default", revision: 1, createdAtMs: 0, updatedAtMs: 0 } as const;
const metres = fc.double({ min: -1000, max: 1000, noNaN: true });
const name = fc.string({ minLength: 1, maxLength: 30 });
const level = fc.option(fc.string({ minLength: 1, maxLength: 5 }));

const place: fc.Arbitrary<PlaceRecord> = fc
  .record({
    id: fc.uuid(),
    name,
    kind: fc.constantFrom(...placeKinds),
    frame: name,
    level,
    xM: metres,
    yM: metres,
    yawRad: fc.option(fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })),
    door: fc.option(name),
    layoutId: fc.option(name),
  })
  .map((values) => ({ ...stored, ...values }));

/** A curved way to a point; most are straight. */
const curve = fc.option(
  fc.tuple(fc.tuple(metres, metres), fc.tuple(metres, metres)).map(([[x, y], [dx, dy]]) => ({
    degree: 2,
    knots: [0, 0, 0, 1, 1, 1],
    points: [
      { xM: x, yM: y, weight: 1 },
      { xM: x + dx / 200, yM: y, weight: 0.7 },
      { xM: x + dx / 200, yM: y + dy / 200, weight: 1 },
    ],
  })),
);

const corridor: fc.Arbitrary<CorridorRecord> = fc
  .record({
    id: fc.uuid(),
    name,
    frame: name,
    level,
    points: fc.array(fc.tuple(metres, metres), { minLength: 2, maxLength: 6 }),
    isOneWay: fc.boolean(),
    isExclusive: fc.boolean(),
    maxSpeedMps: fc.option(fc.double({ min: 0.01, max: 20, noNaN: true })),
    widthM: fc.option(fc.double({ min: 0.01, max: 100, noNaN: true })),
    from: fc.option(name),
    to: fc.option(name),
    door: fc.option(name),
    layoutId: fc.option(name),
    curve,
  })
  .map(({ curve: bent, ...values }) => ({
    ...stored,
    ...values,
    ...(bent ? { curve: bent, points: pointsOfCurve(bent, "curve") } : {}),
  }));

function bare<T extends object>(records: readonly T[]): object[] {
  return records
    .map((record) => {
      const { v, org, id, revision, createdAtMs, updatedAtMs, ...values } = record as Record<
        string,
        unknown
      >;
      void [v, org, id, revision, createdAtMs, updatedAtMs];
      return JSON.parse(JSON.stringify(values)) as { name: string };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

for (const [format, write, read] of [
  ["GeoJSON", geoJsonOf, readGeoJson],
  [
    "LIF",
    (places: PlaceRecord[], corridors: CorridorRecord[]) =>
      lifOf(places, corridors, { site: "Site", at: new Date(0) }),
    readLif,
  ],
] as const) {
  test(`places and corridors come back from ${format} exactly as they were`, () => {
    const uniqueBy = { selector: (each: { name: string }) => each.name, maxLength: 8 };
    fc.assert(
      fc.property(
        fc.uniqueArray(place, uniqueBy),
        fc.uniqueArray(corridor, uniqueBy),
        (stops, ways) => {
          const numbered = <T>(each: T, at: number): T => ({ ...each, id: `id-${at}` });
          const [places, corridors] = [stops.map(numbered), ways.map(numbered)];
          const document = JSON.parse(JSON.stringify(write(places, corridors))) as object;
          const again = read(document, none, "document");
          assert.deepEqual(bare(again.places), bare(places));
          assert.deepEqual(bare(again.corridors), bare(corridors));
          assert.deepEqual(again.warnings, []);
        },
      ),
      { numRuns: 200 },
    );
  });

  test(`any JSON is read as ${format}, or refused as a field of the request`, () => {
    const shape = fc.oneof(
      fc.json().map((text) => JSON.parse(text) as unknown),
      fc.record({
        type: fc.constant("FeatureCollection"),
        metaInformation: fc.constant({ lifVersion: "1.0.0" }),
        features: fc.array(fc.object()),
        layouts: fc.array(fc.object()),
      }),
    );
    fc.assert(
      fc.property(shape, (document) => {
        try {
          read(document, { frame: "map", level: null }, "document");
        } catch (error) {
          assert.equal(GatehouseError.find(error)?.code, "invalid_request_body");
        }
      }),
      { numRuns: 1000 },
    );
  });
}

/** A layout as VDMA LIF 1.0.0 describes it, with a charger, an edge in one direction, and a lift. */
const vendor = {
  metaInformation: {
    projectIdentification: "Plant 7",
    creator: "Integrator",
    exportTimestamp: "2024-03-01T08:00:00.00Z",
    lifVersion: "1.0.0",
  },
  layouts: [
    {
      layoutId: "L1",
      layoutVersion: "3",
      layoutLevelId: "0",
      nodes: [
        {
          nodeId: "n1",
          mapId: "hall",
          nodePosition: { x: 1, y: 2 },
          vehicleTypeNodeProperties: [
            {
              vehicleTypeId: "Acme.Mover",
              theta: 1.5,
              actions: [{ actionType: "startCharging", blockingType: "HARD" }],
            },
          ],
        },
        {
          nodeId: "n2",
          mapId: "hall",
          nodePosition: { x: 5, y: 2 },
          vehicleTypeNodeProperties: [{ vehicleTypeId: "Acme.Mover" }],
        },
      ],
      edges: [
        {
          edgeId: "e1",
          startNodeId: "n1",
          endNodeId: "n2",
          vehicleTypeEdgeProperties: [
            { vehicleTypeId: "Acme.Mover", rotationAllowed: true, maxSpeed: 1.2 },
            { vehicleTypeId: "Acme.Slow", rotationAllowed: true, maxSpeed: 0.5 },
          ],
        },
        {
          edgeId: "lift",
          startNodeId: "n2",
          endNodeId: "up",
          vehicleTypeEdgeProperties: [{ vehicleTypeId: "Acme.Mover", rotationAllowed: false }],
        },
      ],
      stations: [
        { stationId: "s1", stationName: "Charger A", interactionNodeIds: ["n1"] },
        { stationId: "s2", interactionNodeIds: ["n2"] },
      ],
    },
    {
      layoutId: "L2",
      layoutVersion: "1",
      layoutLevelId: "1",
      nodes: [
        {
          nodeId: "up",
          mapId: "gallery",
          nodePosition: { x: 5, y: 2 },
          vehicleTypeNodeProperties: [{ vehicleTypeId: "Acme.Mover" }],
        },
      ],
      edges: [],
      stations: [],
    },
  ],
};

test("a layout of another maker becomes places with their kinds and corridors with the lowest speed", () => {
  const { places, corridors, warnings } = readLif(vendor, none, "document");
  assert.deepEqual(
    places.map((each) => [each.name, each.kind, each.frame, each.level, each.yawRad]),
    [
      ["Charger A", "charger", "hall", "0", 1.5],
      ["s2", "station", "hall", "0", null],
    ],
  );
  assert.deepEqual(
    corridors.map((each) => [each.name, each.points, each.isOneWay, each.maxSpeedMps, each.from]),
    [
      [
        "e1",
        [
          [1, 2],
          [5, 2],
        ],
        true,
        0.5,
        "n1",
      ],
    ],
  );
  assert.deepEqual(warnings, ["lift: leads to another map or level, and is not kept"]);
});

/** The vendor's layout with this trajectory on its first edge, from (1, 2) to (5, 2). */
function withTrajectory(change: object, speed = 1.2) {
  const document = structuredClone(vendor);
  const trajectory = {
    degree: 2,
    knotVector: [0, 0, 0, 1, 1, 1],
    controlPoints: [
      { x: 1, y: 2 },
      { x: 3, y: 5, weight: 2, orientation: 0.5 },
      { x: 5.01, y: 2, weight: 1 },
    ],
    ...change,
  };
  Object.assign(document.layouts[0]!.edges[0]!.vehicleTypeEdgeProperties[0]!, {
    trajectory,
    maxSpeed: speed,
  });
  return document;
}

test("an edge with a trajectory becomes a curved corridor between its nodes, and is exported with it", () => {
  const { corridors, warnings } = readLif(withTrajectory({}), none, "document");
  const [curved] = corridors;
  assert.deepEqual(curved?.curve?.points.at(-1), { xM: 5, yM: 2, weight: 1 }, "ends at its node");
  assert.deepEqual(
    [curved.points[0], curved.points.at(-1)],
    [
      [1, 2],
      [5, 2],
    ],
  );
  assert.ok(curved.points.length > 4 && curved.points.some(([, y]) => y > 3.5));
  assert.deepEqual(warnings, ["lift: leads to another map or level, and is not kept"]);
  const record = { ...stored, id: "c1", ...curved, isOneWay: false } as CorridorRecord;
  const { layouts } = lifOf([], [record], { site: "Site", at: new Date(0) }) as any;
  assert.equal(layouts[0].nodes.length, 2);
  const [there, back] = layouts[0].edges.map((each: any) => each.vehicleTypeEdgeProperties[0]);
  assert.deepEqual(there.trajectory.controlPoints[1], { x: 3, y: 5, weight: 2 });
  assert.deepEqual(back.trajectory.controlPoints[0], { x: 5, y: 2, weight: 1 });
  const straight = { degree: 1, knotVector: [0, 0, 1, 1] };
  const controlPoints = [
    { x: 1, y: 2 },
    { x: 5, y: 2 },
  ];
  const read = readLif(withTrajectory({ ...straight, controlPoints }), none, "document");
  assert.equal(read.corridors[0]!.curve, undefined);
});

test("a malformed trajectory is refused by its field", () => {
  const at = "document.layouts[0].edges[0].vehicleTypeEdgeProperties[0].trajectory";
  const refused = (change: object, field: string): void =>
    assert.throws(
      () => readLif(withTrajectory(change), none, "document"),
      (error) => {
        const { code, message } = GatehouseError.find(error)!;
        assert.equal(code, "invalid_request_body");
        assert.ok(message.startsWith(`${at}.${field}: `), message);
        return true;
      },
    );
  refused({ knotVector: [0, 0, 1, 1] }, "knotVector");
  refused({ knotVector: [0, 0, 0, 1, 1, 0.5] }, "knotVector");
  refused({ knotVector: [0, 0, 0, "1", 1, 1] }, "knotVector[3]");
  refused({ degree: 2.5 }, "degree");
  refused({ degree: undefined }, "degree");
  refused({ controlPoints: [] }, "controlPoints");
  const points = (change: object) => [
    { x: 1, y: 2 },
    { x: 3, y: 5, ...change },
    { x: 5, y: 2 },
  ];
  refused({ controlPoints: points({ weight: 0 }) }, "controlPoints");
  refused({ controlPoints: points({ weight: null }) }, "controlPoints[1].weight");
  refused({ controlPoints: points({ x: Number.NaN }) }, "controlPoints[1].x");
  refused({ controlPoints: [...points({}).slice(0, 2), { x: 6, y: 2 }] }, "controlPoints");
});

test("what the box keeps of a layout of another maker on two levels comes back equal from its export, as LIF and as GeoJSON", () => {
  const upstairs = structuredClone(vendor);
  upstairs.layouts[1]!.stations.push({ stationId: "s3", interactionNodeIds: ["up"] });
  const first = readLif(upstairs, none, "document");
  const places = first.places.map((each, at) => ({ ...stored, id: `p${at}`, ...each }));
  const corridors = first.corridors.map((each, at) => ({ ...stored, id: `c${at}`, ...each }));
  assert.deepEqual(
    places.map((each) => [each.level, each.layoutId]),
    [
      ["0", "L1"],
      ["0", "L1"],
      ["1", "L2"],
    ],
  );
  for (const again of [
    readLif(lifOf(places, corridors, { site: "Plant 7", at: new Date(0) }), none, "document"),
    readGeoJson(geoJsonOf(places, corridors), none, "document"),
  ]) {
    assert.deepEqual(again.places, first.places);
    assert.deepEqual(again.corridors, first.corridors);
    assert.deepEqual(again.warnings, []);
  }
});

test("wrong fields of a document are refused by their paths", () => {
  const changed = (change: (document: typeof vendor) => void) => {
    const document = structuredClone(vendor);
    change(document);
    return () => readLif(document, none, "document");
  };
  const refused = (read: () => unknown, said: RegExp) =>
    assert.throws(read, { code: "invalid_request_body", message: said });
  refused(
    changed((each) => (each.metaInformation.lifVersion = "2.0.0")),
    /^document\.metaInformation\.lifVersion: /,
  );
  refused(
    changed((each) => (each.layouts[0]!.edges[0]!.endNodeId = "n9")),
    /^document\.layouts\[0\]\.edges\[0\]\.endNodeId: the document has no node n9/,
  );
  refused(
    changed((each) => (each.layouts[0]!.nodes[1]!.nodePosition.x = Number.NaN)),
    /^document\.layouts\[0\]\.nodes\[1\]\.nodePosition\.x: /,
  );
  refused(
    changed((each) => (each.layouts[0]!.nodes[1]!.nodeId = "n1")),
    /^document\.layouts\[0\]\.nodes\[1\]\.nodeId: two nodes have the id n1/,
  );
  const feature = (coordinates: unknown, properties: object) => ({
    type: "FeatureCollection",
    features: [{ type: "Feature", geometry: { type: "Point", coordinates }, properties }],
  });
  const geo = (coordinates: unknown, properties: object) => () =>
    readGeoJson(feature(coordinates, properties), none, "document");
  refused(geo([1, 2], { name: "a" }), /^document\.features\[0\]\.properties\.frame: is missing/);
  refused(geo([1], { name: "a", frame: "map" }), /coordinates\[1\]: is not a number from/);
  refused(
    geo([1, 2], { name: "a", frame: "map", kind: "bar" }),
    /properties\.kind: is an unknown kind/,
  );
});
