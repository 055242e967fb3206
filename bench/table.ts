/** A row of the result: the measurement, the target and whether it is met. */
export interface Measurement {
  what: string;
  target: string;
  measured: string;
  /** Absent for measurements without a target. */
  met?: boolean;
}

export function printTable(measurements: Measurement[]): void {
  const rows = measurements.map(({ what, target, measured, met }) => [
    what,
    target,
    measured,
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]);
  const all = [['measured', 'target', 'result', 'met'], ...rows];
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
