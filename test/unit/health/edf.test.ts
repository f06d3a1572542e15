import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GatehouseError } from "../../../src/base/core/errors.ts";
import { readEdf } from "../../../src/health/eeg/edf.ts";
import { analyse } from "../../../src/health/eeg/analysis.ts";
import { edfFile, type WrittenFile } from "../../support/health/edf-writer.ts";
import { fc } from "../../support/box/properties.ts";

const mutations = process.env["TEST_LONG"] ? 10_000 : 600;

function message(bytes: Uint8Array): string {
  try {
    readEdf(bytes);
  } catch (error) {
    assert.ok(error instanceof GatehouseError);
    assert.equal(error.code, "input_unreadable");
    return error.message;
  }
  return assert.fail("the file was read");
}

function plain(more: Partial<WrittenFile> = {}): Buffer {
  const samples = Array.from({ length: 40 }, (_, index) => index - 20);
  return edfFile({ records: 4, signals: [{ label: "EEG Cz", samples }], ...more });
}

/** Where a field of the header lies. */
const place = { version: 0, headerBytes: 184, records: 236, recordSec: 244, signals: 252 };

function withField(at: number, text: string, bytes = plain()): Buffer {
  bytes.write(text, at, "latin1");
  return bytes;
}

describe("EDF and BDF files", () => {
  test("whatever is written is read again: digital values, scale, rates, labels", () => {
    const signal = fc.record({
      perRecord: fc.integer({ min: 1, max: 9 }),
      physical: fc.tuple(fc.integer({ min: -9999, max: -1 }), fc.integer({ min: 1, max: 9999 })),
      seed: fc.integer(),
      label: fc.stringMatching(/^[A-Za-z0-9]{1,16}$/),
    });
    const file = fc.record({
      bdf: fc.boolean(),
      records: fc.integer({ min: 1, max: 5 }),
      recordSec: fc.constantFrom(0.5, 1, 2, 10),
      signals: fc.array(signal, { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(file, ({ bdf, records, recordSec, signals }) => {
        const most = bdf ? 8_388_607 : 32_767;
        const written = signals.map(({ perRecord, seed, ...more }) => ({
          ...more,
          digital: [-most - 1, most] as [number, number],
          samples: Array.from(
            { length: perRecord * records },
            (_, at) => ((((seed + at * 7919) % (2 * most)) + 2 * most) % (2 * most)) - most,
          ),
        }));
        const read = readEdf(edfFile({ bdf, records, recordSec, signals: written }));
        assert.equal(read.durationSec, records * recordSec);
        assert.equal(read.channels.length, written.length);
        for (const [index, { samples, physical, label }] of written.entries()) {
          const channel = read.channels[index]!;
          assert.equal(channel.label, label);
          assert.equal(channel.sampleRateHz, samples.length / records / recordSec);
          const gain = (physical[1] - physical[0]) / (2 * most + 1);
          for (const [at, value] of channel.read().entries()) {
            const expected = physical[0] + (samples[at]! + most + 1) * gain;
            assert.ok(Math.abs(value - expected) < 1e-9, `${value} for ${expected}`);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("annotations are read in UTF-8 with onset and duration, from where the recording begins", () => {
    const notes = [
      "+0.25\u0014\u0014\u0000+1.25\u00150.5\u0014仰卧\u0014zwei\u0014\u0000",
      "+1.25\u0014\u0014\u0000",
    ];
    const read = readEdf(
      edfFile({ plus: "C", records: 2, signals: [{ label: "a", samples: [1, 2] }], notes }),
    );
    assert.deepEqual(read.annotations, [
      { onsetSec: 1, durationSec: 0.5, text: "仰卧" },
      { onsetSec: 1, durationSec: 0.5, text: "zwei" },
    ]);
    assert.deepEqual(read.warnings, []);
  });

  test("a discontinuous recording has a stretch for each run of records without a gap", () => {
    const at = [0, 1, 5, 6, 7.5];
    const samples = Array.from({ length: 50 }, (_, index) => index);
    const read = readEdf(
      edfFile({
        plus: "D",
        records: 5,
        signals: [{ label: "a", samples }],
        notes: at.map((sec) => `+${sec}\u0014\u0014\u0000`),
      }),
    );
    assert.deepEqual(read.stretches, [
      { fromSec: 0, onsetSec: 0, durationSec: 2 },
      { fromSec: 2, onsetSec: 5, durationSec: 2 },
      { fromSec: 4, onsetSec: 7.5, durationSec: 1 },
    ]);
    assert.equal(read.durationSec, 5);
    assert.equal(analyse(read, { signalType: "eeg", mainsHz: 50 }).stretches, 3);
  });

  test("broken annotations are passed over and told of", () => {
    const read = readEdf(
      edfFile({
        plus: "C",
        records: 1,
        signals: [{ label: "a", samples: [1] }],
        notes: ["+0\u0014\u0014\u0000+x\u0014no\u0014\u0000+1\u0014yes\u0014\u0000"],
      }),
    );
    assert.deepEqual(
      read.annotations.map(({ text }) => text),
      ["yes"],
    );
    assert.match(read.warnings[0]!, /annotations of 1 data records/);
  });

  test("a file that is cut off is refused, one whose recorder had not finished is read", () => {
    const whole = plain();
    assert.match(message(whole.subarray(0, whole.length - 1)), /cut off; .* 4 .* holds 3/);
    assert.match(message(whole.subarray(0, 300)), /inside of its header/);
    assert.match(message(whole.subarray(0, 100)), /shorter than an EDF header/);
    assert.equal(readEdf(plain({ saysRecords: -1 })).durationSec, 4);
    const longer = readEdf(Buffer.concat([whole, Buffer.alloc(3)]));
    assert.match(longer.warnings[0]!, /behind the last data record/);
  });

  test("headers that cannot be are refused with what is wrong", () => {
    assert.match(message(withField(place.version, "PK")), /no EDF/);
    assert.match(message(withField(place.signals, "0   ")), /no signals/);
    assert.match(message(withField(place.signals, "9999")), /9999 signals; at most 512/);
    assert.match(message(withField(place.signals, "x   ")), /number of signals is no number/);
    assert.match(message(withField(place.headerBytes, "777     ")), /header size does not fit/);
    assert.match(message(withField(place.records, "0       ")), /no data records/);
    assert.match(message(withField(place.records, "1.5     ")), /no whole number/);
    assert.match(message(withField(place.recordSec, "-1      ")), /less than no time/);
    assert.match(message(withField(place.recordSec, "NaN     ")), /no number/);
  });

  test("durations that no recording has are refused with the field", () => {
    const long = message(withField(place.recordSec, "1e12    "));
    assert.match(long, /duration of a data record \(1000000000000 s\) .* longer than 7 days/);
    assert.match(message(withField(place.recordSec, "151201  ")), /longer than 7 days/);
    assert.equal(readEdf(withField(place.recordSec, "151200  ")).durationSec, 7 * 86_400);
    const tiny = message(withField(place.recordSec, "1e-300  "));
    assert.match(tiny, /no signal to read: .*duration of a data record is 1e-300 s/);
    const noted = (note: string): string =>
      message(
        edfFile({
          plus: "D",
          records: 1,
          signals: [{ label: "a", samples: [1, 2] }],
          notes: [note],
        }),
      );
    assert.match(noted("+99999999999\u0014\u0014\u0000"), /the onset of data record 1 is/);
    const start = "+0\u0014\u0014\u0000";
    assert.match(noted(`${start}+99999999\u0014x\u0014\u0000`), /onset of an annotation of data/);
    assert.match(
      noted(`${start}+1\u001599999999\u0014x\u0014\u0000`),
      /duration of an annotation of data record 1/,
    );
  });

  test("a sample rate that is none and an empty range leave the signal out, with a warning", () => {
    assert.match(message(withField(place.recordSec, "0       ")), /no signal to read/);
    const flat = { label: "b", physical: [5, 5] as [number, number], samples: [1, 2, 3, 4] };
    const read = readEdf(
      edfFile({ records: 4, signals: [{ label: "a", samples: [1, 2, 3, 4] }, flat] }),
    );
    assert.deepEqual(
      read.channels.map(({ label }) => label),
      ["a"],
    );
    assert.match(read.warnings[0]!, /signal 2 was left out: its physical range is empty/);
  });

  test(`${mutations} mutated files are read or refused, never anything else`, () => {
    const notes = ["+0\u0014\u0014\u0000+0.5\u0014eyes\u0014\u0000", "+1\u0014\u0014\u0000"];
    const samples = Array.from({ length: 128 }, (_, index) => (index * 31) % 500);
    const seeds = [
      edfFile({ plus: "D", records: 2, signals: [{ label: "EEG Cz", samples }], notes }),
      edfFile({ bdf: true, records: 2, signals: [{ label: "EEG Cz", samples }] }),
    ];
    let state = 20_260_101;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    let read = 0;
    for (let round = 0; round < mutations; round += 1) {
      const bytes = Buffer.from(seeds[round % seeds.length]!);
      for (let change = random(6); change >= 0; change -= 1) {
        // Most of what can go wrong stands in the header.
        const at = random(2) === 0 ? random(768) : random(bytes.length);
        bytes[at] = random(3) === 0 ? 0x30 + random(10) : random(256);
      }
      const cut = random(5) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
      try {
        analyse(readEdf(cut), { signalType: "eeg", mainsHz: 50 });
        read += 1;
      } catch (error) {
        assert.ok(error instanceof GatehouseError, String(error));
        assert.equal(error.code, "input_unreadable");
      }
    }
    assert.ok(read > mutations / 20, "some of them are still recordings");
  });
});
