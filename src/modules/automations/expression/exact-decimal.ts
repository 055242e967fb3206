import { divideRounded, fromScaled, powerOfTen, rescale, toScaled } from '#platform/decimal.ts';

const DIGITS_MAX = 60;
const DECIMALS_MAX = 30;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A decimal number of expressions: sums and products are exact, and only `rounded` and `dividedBy` round. */
export class ExactDecimal {
  readonly units: bigint;
  readonly decimals: number;

  constructor(units: bigint, decimals: number) {
    if (decimals > DECIMALS_MAX) throw new Error(`A number has at most ${DECIMALS_MAX} decimals: round it first.`);
    this.units = units;
    this.decimals = decimals;
  }

  /** Reads an amount (text) or a number. A number of JSON is the decimal that it is written as. */
  static from(value: unknown): ExactDecimal {
    if (value instanceof ExactDecimal) return value;
    const isNumber = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
    const text = isNumber ? String(value).trim() : '';
    if (!DECIMAL.test(text) || text.length > DIGITS_MAX) throw new Error(`Not a decimal number: ${shown(value)}.`);
    const decimals = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
    return new ExactDecimal(toScaled(text, decimals), decimals);
  }

  plus(other: ExactDecimal): ExactDecimal {
    const decimals = Math.max(this.decimals, other.decimals);
    return new ExactDecimal(this.#in(decimals) + other.#in(decimals), decimals).#bounded();
  }

  minus(other: ExactDecimal): ExactDecimal {
    return this.plus(new ExactDecimal(-other.units, other.decimals));
  }

  times(other: ExactDecimal): ExactDecimal {
    return new ExactDecimal(this.units * other.units, this.decimals + other.decimals).#bounded();
  }

  /** Rounded half away from zero. */
  dividedBy(other: ExactDecimal, decimals: number): ExactDecimal {
    if (other.units === 0n) throw new Error('Division by zero.');
    const shift = decimals + other.decimals - this.decimals;
    const [numerator, denominator] =
      shift >= 0 ? [this.units * powerOfTen(shift), other.units] : [this.units, other.units * powerOfTen(-shift)];
    return new ExactDecimal(divideRounded(numerator, denominator), decimals);
  }

  /** With exactly so many decimals, rounded half away from zero. */
  rounded(decimals: number): ExactDecimal {
    return new ExactDecimal(rescale(this.units, this.decimals, decimals), decimals);
  }

  compare(other: ExactDecimal): number {
    const decimals = Math.max(this.decimals, other.decimals);
    const [a, b] = [this.#in(decimals), other.#in(decimals)];
    return a < b ? -1 : a > b ? 1 : 0;
  }

  toString(): string {
    return fromScaled(this.units, this.decimals);
  }

  #in(decimals: number): bigint {
    return rescale(this.units, this.decimals, decimals);
  }

  #bounded(): this {
    if (String(this.units).length > DIGITS_MAX) throw new Error(`A number has at most ${DIGITS_MAX} digits.`);
    return this;
  }
}

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'a list or object' : String(value).slice(0, 40);
