import { configuration } from '#platform/db/configuration.ts';
import { json, type Row, table } from '#platform/db/table.ts';

export const accounts = configuration(table('accounts'));
export type Account = Row<typeof accounts>;
export const activeDivisions = configuration(table('activeDivisions'));
export const budgets = table('budgets');
export type Budget = Row<typeof budgets>;
export const budgetAmounts = table('budgetAmounts');
export const chartAccounts = configuration(table('chartAccounts'));
export type ChartAccount = Row<typeof chartAccounts>;
export const conciliatedRecords = table('conciliatedRecords');
export const conciliations = table('conciliations');
export type Conciliation = Row<typeof conciliations>;
export const currencyRates = table('currencyRates');
export const dataSourceMembers = table('dataSourceMembers');
export const dataSources = table('dataSources');
export const divisionCloseBalances = table('divisionCloseBalances');
export type CloseBalance = Row<typeof divisionCloseBalances>;
export const divisionCloses = table('divisionCloses');
export type Close = Row<typeof divisionCloses>;
export const divisions = configuration(table('divisions'));
export type Division = Row<typeof divisions>;
export const divisionTransfers = table('divisionTransfers');
export const ledgerDays = table('ledgerDays');
export const ledgerEntries = table('ledgerEntries');
export const ledgerMonths = table('ledgerMonths');
export const ledgerTail = table('ledgerTail');
export const ledgerTransfers = table('ledgerTransfers');
export const ledgerVerifications = table('ledgerVerifications', json<{ differences: LedgerDifference[] }>());
export const payoutTransfers = table('payoutTransfers');
export type PayoutTransfer = Row<typeof payoutTransfers>;
export const closePreviews = table('closePreviews', json<{ expected: Record<string, string> }>());
export const posOpeningBalances = table('posOpeningBalances');
export const posOpenings = table('posOpenings');
export type Opening = Row<typeof posOpenings>;
export const postingRules = configuration(table('postingRules'));
export const projects = table('projects');
export type Project = Row<typeof projects>;
export const records = table('records', json<{ taxes: StoredTax[] }>());
/** A record in its current version. Amounts are minor units. */
export type RecordRow = Row<typeof records>;
export const recordVersions = table('recordVersions', json<{ content: RecordVersionContent }>());
export type RecordVersion = Row<typeof recordVersions>;
export const revaluations = table('revaluations');
export type Revaluation = Row<typeof revaluations>;
export const revaluationLines = table('revaluationLines');
/** An open balance in another currency with its value. Amounts are minor units: positive is ours, negative is owed. */
export type RevaluationLine = Omit<Row<typeof revaluationLines>, 'revaluationId' | 'line'>;
export const statementLines = table('statementLines');
export type StatementLine = Row<typeof statementLines>;

/** A tax of a record: minor units, as text, of the record's and of the organization's currency. */
export interface StoredTax {
  name: string;
  /** Percent. */
  rate: string | null;
  amount: string;
  baseAmount: string;
}

/** JSON has no 64-bit integers: they are kept as text. */
type RecordVersionContent = Omit<RecordRow, 'amount' | 'baseAmount'> & { amount: string; baseAmount: string };

/** Where a total of the ledger differs from its transfers: what is missing in it. Minor units, as text. */
/** A total that differs from its transfers, or the hash chain that differs from the entries and events. */
type LedgerDifference = TotalDifference | { period: 'chain' };

export interface TotalDifference {
  period: 'day' | 'month';
  accountId: string;
  divisionId: string | null;
  from: string;
  debit: string;
  credit: string;
  ownDebit: string;
  ownCredit: string;
}
