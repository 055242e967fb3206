/** Larger vectors than any model makes. */
const DIMENSIONS_MAX = 8192;

/** A vector of length 1. Null: the numbers are no vector, so meanings cannot be compared. */
export function normalised(numbers: readonly number[]): Float32Array | null {
  const length = Math.hypot(...numbers);
  if (!(length > 0) || length === Number.POSITIVE_INFINITY) return null;
  if (numbers.length < 2 || numbers.length > DIMENSIONS_MAX) return null;
  return Float32Array.from(numbers, (number) => number / length);
}

/** The signs of its numbers, as PostgreSQL writes bits. Near vectors differ in few of them. */
export const signsOf = (vector: Float32Array): string =>
  Array.from(vector, (number) => (number > 0 ? '1' : '0')).join('');

export const bytesOf = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** How near two vectors of length 1 are, from -1 to 1. */
export function similarity(vector: Float32Array, bytes: Buffer): number {
  // Copied, because a part of a larger buffer need not begin where a float may.
  const other = new Float32Array(new Uint8Array(bytes).buffer);
  return vector.reduce((sum, number, place) => sum + number * other[place]!, 0);
}
