import { fileImport } from '#modules/files/index.ts';
import { CHART_ACCOUNTS_MAX } from './chart.schema.ts';
import { columns, type ExportedAccount, exportedChart } from './columns.ts';

interface AccountCells {
  id: string;
  code: string;
  name: string;
  parentCode: string;
  kind: string;
  currency: string;
  postable: boolean;
}

interface Facts {
  /** The code of the account above a new one, in a file that names none. */
  aboveOf: (code: string) => string | undefined;
}

/** The chart of accounts of a file, written by the bulk operation. */
export const chartImport = fileImport<ExportedAccount, AccountCells, Facts>({
  name: 'accounting/chart-accounts',
  path: '/v1/chart-of-accounts',
  area: 'accounting',
  rowsAre: 'accounts of the chart',
  foundBy: 'with a code that is known',
  operation: 'chartOfAccounts.writeMany',
  rows: 'accounts',
  // Headings may come after the accounts under them.
  rowsAtOnce: CHART_ACCOUNTS_MAX,
  columns,
  keyFields: ['id', 'code'],
  find: async (ctx, rows) => {
    const chart = await exportedChart(ctx);
    const byCode = new Map(chart.map((account) => [account.code, account.id]));
    return {
      ids: rows.map(({ id, code }) => id ?? (code === undefined ? undefined : byCode.get(code))),
      current: new Map(chart.map((account) => [account.id, account])),
      facts: { aboveOf: rows.some(({ parentCode }) => parentCode) ? () => undefined : prefixesOf(chart, rows) },
    };
  },
  uniquesOf: ({ code }) => (code === undefined ? [] : [{ field: 'code', key: code }]),
  compose: (row, isChanged, { aboveOf }, current) => {
    const changed = Object.entries(row).filter(([field]) => field !== 'id' && isChanged(field as keyof AccountCells));
    const parentCode = current || row.code === undefined ? undefined : aboveOf(row.code);
    return { body: { ...(parentCode !== undefined && { parentCode }), ...Object.fromEntries(changed) } };
  },
});

/** Codes say where accounts are: `110101` or `1.1.01` is under the longest code of a heading that it begins with. */
function prefixesOf(chart: ExportedAccount[], rows: Partial<AccountCells>[]): Facts['aboveOf'] {
  const headings = chart.flatMap(({ code, postable }) => (postable ? [] : code));
  const codes = new Set([...headings, ...rows.flatMap(({ code }) => code ?? [])]);
  return (code) => {
    const isInParts = /[.-]/.test(code);
    for (let length = code.length - 1; length > 0; length--) {
      if (codes.has(code.slice(0, length)) && (!isInParts || /[.-]/.test(code[length]!))) return code.slice(0, length);
    }
    return undefined;
  };
}
