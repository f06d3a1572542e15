/** A number with its unit. */
interface Quantity {
  value: number;
  unit: string;
}

/** Longest sum that is worked out. */
const maxLength = 400;

/** The text with each `calc()`, `min()`, `max()` and `clamp()` replaced by its value. */
export function calculated(text: string): string {
  if (!/\b(calc|min|max|clamp)\(/.test(text)) return text;
  let out = text;
  for (let round = 0; round < 20; round += 1) {
    const found = /\b(calc|min|max|clamp)\(/.exec(out);
    if (!found) return out;
    const end = closing(out, found.index + found[0].length - 1);
    const whole = out.slice(found.index, end + 1);
    const result = end < 0 || whole.length > maxLength ? null : new Sum(whole).read();
    if (result === null) return out;
    const resultText = `${Number(result.value.toFixed(6))}${result.unit}`;
    out = out.slice(0, found.index) + resultText + out.slice(end + 1);
  }
  return out;
}

/** Returns the position at which the bracket that opens at `at` closes; -1 when it does not. */
export function closing(text: string, at: number): number {
  let depth = 0;
  for (let here = at; here < text.length; here += 1) {
    if (text[here] === "(") depth += 1;
    else if (text[here] === ")") {
      depth -= 1;
      if (depth === 0) return here;
    }
  }
  return -1;
}

/** Works a sum out, by recursive descent; its length bounds the depth. */
class Sum {
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/[a-z]+\(|[()+*/,]|-?[\d.]+(?:e[+-]?\d+)?[a-z%]*|-/gi) ?? [];
  }

  read(): Quantity | null {
    const result = this.#terms();
    return this.#at === this.#tokens.length && result && Number.isFinite(result.value)
      ? result
      : null;
  }

  #terms(): Quantity | null {
    let left = this.#factors();
    for (let sign = this.#tokens[this.#at]; left; sign = this.#tokens[this.#at]) {
      if (sign === undefined || sign === ")" || sign === ",") return left;
      // `1 -2` comes as two numbers.
      const isJoined = /^-[\d.]/.test(sign);
      if (!isJoined && sign !== "+" && sign !== "-") return null;
      if (!isJoined) this.#at += 1;
      const right = this.#factors();
      if (!right) return null;
      const value = sign === "-" ? left.value - right.value : left.value + right.value;
      left = { value, unit: left.unit || right.unit };
    }
    return left;
  }

  #factors(): Quantity | null {
    let left = this.#one();
    while (left && (this.#tokens[this.#at] === "*" || this.#tokens[this.#at] === "/")) {
      const sign = this.#tokens[this.#at];
      this.#at += 1;
      const right = this.#one();
      if (!right) return null;
      const value = sign === "*" ? left.value * right.value : left.value / right.value;
      left = { value, unit: left.unit || right.unit };
    }
    return left;
  }

  #one(): Quantity | null {
    const token = this.#tokens[this.#at];
    if (token === undefined) return null;
    this.#at += 1;
    if (token === "(" || token.endsWith("(")) return this.#call(token.slice(0, -1).toLowerCase());
    const [, value, unit] = /^(-?[\d.]+(?:e[+-]?\d+)?)([a-z%]*)$/i.exec(token) ?? [];
    return value === undefined ? null : { value: Number(value), unit: unit! };
  }

  #call(name: string): Quantity | null {
    const operands: Quantity[] = [];
    for (;;) {
      const one = this.#terms();
      if (!one) return null;
      operands.push(one);
      const next = this.#tokens[this.#at];
      this.#at += 1;
      if (next === ")") break;
      if (next !== ",") return null;
    }
    const [first, second, third] = operands;
    const unit = operands.find((each) => each.unit !== "")?.unit ?? "";
    const values = operands.map(({ value }) => value);
    if (name === "" || name === "calc") return operands.length === 1 ? first! : null;
    if (name === "min") return { value: Math.min(...values), unit };
    if (name === "max") return { value: Math.max(...values), unit };
    if (name !== "clamp" || !second || !third) return null;
    return { value: Math.max(first!.value, Math.min(second.value, third.value)), unit };
  }
}
