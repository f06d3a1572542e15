import { uuidv7 } from "../../base/core/ids.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { RobotDriver } from "../driver/driver-port.ts";
import type { Errand } from "./errand.ts";
import { legOf } from "./leg.ts";
import type { Trip } from "./trip.ts";

/** The piece that the robot drives. */
interface SentLeg {
  id: string;
  endM: number;
  /** Positions of its places, in metres along the way. */
  placesM: readonly number[];
}

/** Replaced pieces whose late ends are recognised. */
const rememberedPieces = 16;

/** Sends a robot the pieces of its way, each as a command of its own. */
export class LegSender {
  readonly #driver: RobotDriver;
  readonly #clock: Clock;
  #leg: SentLeg | null = null;
  /** True from a recall to the next way: the driver may still know the id of the command. */
  #isRecalled = false;
  /** Newest ids of pieces, which are no commands. */
  readonly #pieces = new Set<string>();

  constructor(driver: RobotDriver, clock: Clock) {
    this.#driver = driver;
    this.#clock = clock;
  }

  /** The present piece; null while the robot waits. */
  get leg(): SentLeg | null {
    return this.#leg;
  }

  /** True when the driver takes whole ways, and releases them piece by piece. */
  get isWhole(): boolean {
    return this.#driver.boundRelease !== undefined;
  }

  /** Forgets the piece: its end concerns nobody. */
  drop(): void {
    this.#leg = null;
  }

  /** Begins another command. */
  begin(): void {
    this.#leg = null;
    this.#isRecalled = false;
  }

  /** Ends the piece before its time; the way goes on with another one. */
  async recall(): Promise<void> {
    const leg = this.#leg;
    this.#leg = null;
    if (!leg) return;
    this.#remember(leg.id);
    this.#isRecalled = true;
    await this.#driver.cancel(leg.id);
  }

  /** Takes back the piece of the movement before, which goes on. */
  restore(leg: SentLeg | null): void {
    this.#leg = leg;
  }

  /** True for the id of a piece, which nobody but the traffic knows. */
  isPiece(id: string): boolean {
    return this.#pieces.has(id);
  }

  /** True when more is due: a piece, a longer one, or the release of more of a whole way. */
  isDue(trip: Trip, isMore: boolean): boolean {
    if (this.#leg === null) return trip.isWholeGranted || trip.grantedM > trip.atM + 0.05;
    return isMore && (this.isWhole || trip.grantedM > this.#leg.endM);
  }

  /** Sends the robot as far as it may drive. Rejects as `RobotDriver.execute`; the piece before then goes on. */
  async send(trip: Trip, errand: Errand, isLastLap: boolean): Promise<void> {
    if (this.isWhole && this.#leg !== null) return this.#driver.release?.();
    const { sent, endM, placesM } = legOf(trip, errand, {
      isWhole: this.isWhole,
      takesCurves: this.#driver.takesCurves === true,
      isLastLap,
      hasRoutes: this.#driver
        .capabilities()
        .some(({ name, available }) => name === "follow_route" && available),
      newId: () => uuidv7(this.#clock.wallMs()),
      hasOwnId: !this.#isRecalled,
    });
    const before = this.#leg;
    this.#leg = { id: sent.id, endM, placesM };
    if (sent.id !== trip.commandId) this.#remember(sent.id);
    try {
      await this.#driver.execute(sent);
    } catch (error) {
      if (this.#leg?.id === sent.id) this.#leg = before;
      throw error;
    }
  }

  /** Tells the driver that releases a whole way how far it may go. */
  bound(tripOf: () => Trip | null): void {
    this.#driver.boundRelease?.((id, index) => {
      if (id !== this.#leg?.id) return true;
      const placeM = this.#leg.placesM[index];
      return placeM !== undefined && placeM <= (tripOf()?.grantedM ?? 0) + 0.01;
    });
  }

  #remember(pieceId: string): void {
    this.#pieces.add(pieceId);
    if (this.#pieces.size > rememberedPieces) this.#pieces.delete([...this.#pieces][0]!);
  }
}
