import type { PostingRule } from '#modules/accounting/index.ts';
import type { EntryKind } from '../tables.ts';

/** How an entry counts in the payroll: `contributory` pay counts for the social security, all but `untaxed` for the income tax. */
type EntryGroup = 'contributory' | 'other' | 'untaxed' | 'deduction';

interface EntryRule {
  group: EntryGroup;
  /** The account that it is posted to, unless the entry names one. */
  posting: PostingRule;
}

const rules: Record<EntryKind, EntryRule> = {
  commission: { group: 'contributory', posting: 'commissions' },
  overtime: { group: 'other', posting: 'salaries' },
  'overtime-double': { group: 'other', posting: 'salaries' },
  night: { group: 'other', posting: 'salaries' },
  holiday: { group: 'other', posting: 'salaries' },
  bonus: { group: 'other', posting: 'salaries' },
  taxable: { group: 'other', posting: 'salaries' },
  untaxed: { group: 'untaxed', posting: 'salaries' },
  christmas: { group: 'untaxed', posting: 'salaries' },
  loan: { group: 'deduction', posting: 'loansGranted' },
  advance: { group: 'deduction', posting: 'loansGranted' },
  deduction: { group: 'deduction', posting: 'payrollPayable' },
};

export const entryKinds = Object.keys(rules) as EntryKind[];
export const ruleOf = (kind: EntryKind): EntryRule => rules[kind];

/** The kinds that are paid by the hour, each with its legal parameter: a percentage of the hourly wage. */
export const hourlyPay = {
  overtime: 'pay-overtime',
  'overtime-double': 'pay-overtime-double',
  night: 'pay-night',
  holiday: 'pay-holiday',
} as const satisfies Partial<Record<EntryKind, string>>;
