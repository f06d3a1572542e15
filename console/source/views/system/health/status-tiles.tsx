import type { System } from "../../../../../client/source/generated.ts";
import { may } from "../../../app/session.ts";
import { site } from "../../../app/site.ts";
import { bytes, number, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { CapacityTile } from "./capacity-tile.tsx";
import { Tile } from "./tile.tsx";

/** How the box and its site are, at one glance. */
export function StatusTiles({ system }: { system: System }) {
  const { overview: own, nav } = words.value;
  const { cameras, jobs, machine } = system;
  return (
    <ul class="tiles">
      <Tile
        name={nav.cameras}
        to="/system/cameras"
        tone={cameras.online < cameras.sources ? "warning" : "good"}
        value={say(own.ofAll, { some: cameras.online, all: cameras.sources })}
        note={own.online}
      />
      <CapacityTile />
      {may("robots:read") && <Robots />}
      <Tile
        name={nav.jobs}
        to="/system/jobs"
        value={number(jobs.running)}
        note={say(own.queued, { count: jobs.queued })}
      />
      <Uplink uplink={system.uplink} />
      {machine?.disk && (
        <Tile
          name={own.disk}
          value={bytes(machine.disk.free_bytes)}
          note={own.free}
          share={1 - machine.disk.free_bytes / machine.disk.total_bytes}
        />
      )}
      {machine?.memory && (
        <Tile
          name={own.memory}
          value={bytes(machine.memory.available_bytes)}
          note={own.free}
          share={1 - machine.memory.available_bytes / machine.memory.total_bytes}
        />
      )}
      <Tile
        name={own.temperature}
        value={machine?.temperature ? `${number(machine.temperature.celsius, 0)} °C` : "–"}
        note={machine?.temperature ? machine.temperature.sensor : own.noSensor}
        {...(machine?.throttled ? { tone: "warning" as const } : {})}
      />
    </ul>
  );
}

function Robots() {
  const { overview: own, nav } = words.value;
  const robots = site.robots.value ?? [];
  const all = robots.length;
  const online = robots.filter((robot) => robot.connection.state === "online").length;
  return (
    <Tile
      name={nav.robots}
      to="/robots"
      value={say(own.ofAll, { some: online, all })}
      note={own.online}
      {...(online < all ? { tone: "warning" as const } : {})}
    />
  );
}

function Uplink({ uplink }: { uplink: System["uplink"] }) {
  const own = words.value.overview;
  const all = uplink.endpoints.length;
  const isUp = uplink.endpoints.filter(({ state }) => state === "up" || state === "unknown").length;
  return (
    <Tile
      name={own.uplink}
      value={all === 0 ? "–" : say(own.ofAll, { some: isUp, all })}
      note={all === 0 ? own.noUplink : own.reachable}
      {...(isUp < all ? { tone: "warning" as const } : {})}
    />
  );
}
