/** One line of the result: what was measured, what is asked, whether it is so. */
export interface Measurement {
  what: string;
  asked: string;
  measured: string;
  /** Absent where nothing is asked and the number is only told. */
  met?: boolean;
}

export function printTable(measurements: Measurement[]): void {
  const rows = measurements.map(({ what, asked, measured, met }) => [
    what,
    asked,
    measured,
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]);
  const all = [['measured', 'asked', 'result', 'met'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  console.log(['', line(all[0]!), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n'));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)]!;
