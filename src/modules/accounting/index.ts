/** The public interface: what other modules may use of the books. */

export { Amount } from './account/account.schema.ts';
export { selectAllAccounts, selectMatching } from './account/account.sql.ts';
export { AccountArchived, findAccount, processorAccount, requireAccount } from './account/account.ts';
export { divisionOfAccount, divisionOfMoney, tillOf } from './account/account-division.ts';
export { costOf } from './account/transfer.ts';
export { selectChart } from './chart-of-accounts/chart.sql.ts';
export { PostingRuleInUse } from './chart-of-accounts/posting-rule.ts';
export { fiscalYearStart } from './chart-of-accounts/report.ts';
export * from './conversions.port.ts';
export { AmountOutOfRange, converted } from './currency/convert.ts';
export { RateUnknown, rateBetween, rateOn, requireRate, valueOn } from './currency/currency.ts';
export { type PublishedRate, type Rates, rates, SAMPLE_RATES } from './currency/rates.port.ts';
export { DivisionArchived } from './division/closed-balances.ts';
export { ConversionsNotConfigured, selectReportingDivisions, sendConversion } from './division/conversions.ts';
export { findDivisions, selectDivisionNames } from './division/division.sql.ts';
export {
  activeDivision,
  DivisionInUse,
  divisionInUse,
  divisionsInUse,
  onlyDivision,
  requireDivisions,
} from './division/division.ts';
export {
  type BankPayment,
  beforeDivisionArchived,
  beforePostingRulesChanged,
  beforePostingToInventory,
  fillInOpenAmounts,
  fillInOpenInvoices,
  fillInUsesOfAccounts,
  type OpenAmount,
  type OpenContact,
  type OpenDebts,
  type OpenInvoice,
  PaymentRefused,
  payFromBank,
} from './hooks.ts';
export type { PostingRule } from './ledger/chart-seed.ts';
export { type BookedNet, selectBookedNet, selectPostingRules, selectTotals } from './ledger/ledger.sql.ts';
export { AccountNotPostable, type Transfer } from './ledger/ledger.ts';
export { selectProjectNames } from './project/project.sql.ts';
export { InvalidRate } from './record/drafts.ts';
export { guardRefusals, PeriodLocked, refuseLocked } from './record/guards.ts';
export { CurrencyMismatch, type PostingAccount, SameAccount } from './record/posting.ts';
export {
  isDatedBy,
  lockRecord,
  selectExpenses,
  selectPostingAccounts,
  selectRecord,
  selectRecords,
} from './record/record.sql.ts';
export { requireDivisionAndProject } from './record/references.ts';
export { selectCommissions } from './record/report.sql.ts';
export { type RecordDraft, rewriteRecord, voidRecord, writeRecord } from './record/write-record.ts';
export type { Account, RecordRow, StoredTax } from './tables.ts';
