/** The columns that the first of many rows gives. A column that only a later row gives would not be written: that is a bug. */
export function columnsOf(rows: readonly object[]): string[] {
  const first = rows[0]!;
  for (let place = 1; place < rows.length; place++) {
    const row = rows[place] as Record<string, unknown>;
    for (const column in row)
      if (!(column in first) && row[column] !== undefined)
        throw new TypeError(`Row ${place} gives the column ${column}, which the first row does not give.`);
  }
  return Object.keys(first);
}

export const rowsAsJson = (rows: readonly object[]): string => JSON.stringify(rows, asJson);

/** JSON has no bigint and no bytes; PostgreSQL reads both from text. */
export function asJson(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  // A buffer has been turned into an object by now, and stored JSON may look the same: ask what was there before.
  const before = (this as Record<string, unknown>)[key];
  return Buffer.isBuffer(before) ? `\\x${before.toString('hex')}` : value;
}
