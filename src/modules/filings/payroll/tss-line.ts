import { fromMinor } from '#platform/money.ts';
import { type Month, monthAndYear } from '../period.ts';
import type { Employee } from '../tables.ts';

/** The lines of the files that the social security (TSS) takes: fields of fixed width, one byte for each character. */
const LINE_END = '\r\n';
const RNC_WIDTH = 11;
const AMOUNT_WIDTH = 16;

/** The field for the RNC of another withholding agent. Colmado does not record one, so it is blank. */
const NO_AGENT = ' '.repeat(RNC_WIDTH);

const documentCodes = { cedula: 'C', passport: 'P', nss: 'N' } as const;
export type DocumentType = keyof typeof documentCodes;
export const documentTypes = Object.keys(documentCodes) as DocumentType[];

/** A number with another number of digits, or with letters, is another document. */
export const isCedula = (taxId: string): boolean => /^\d{11}$/.test(taxId);

/** Without pensioners (0006) and the exempt (0007): their contributions are not those that the payroll computes. */
const incomeCodes = {
  normal: '0001',
  occasional: '0002',
  'part-time': '0003',
  'partial-month': '0004',
  weekly: '0005',
  sectoral: '0008',
} as const;
type IncomeType = keyof typeof incomeCodes;
export const incomeTypes = Object.keys(incomeCodes) as IncomeType[];

/** The blocks of exempt income that follow a line, each with its code. */
const CHRISTMAS_SALARY = '01';
const SEVERANCE_AND_ALLOWANCES = '02';

/** An employee in the file for the TSS. */
export interface Insured extends Pick<Employee, 'givenNames' | 'firstSurname' | 'secondSurname' | 'sex' | 'bornOn'> {
  documentType: DocumentType;
  documentNumber: string;
}

/** A month's pay of an employee. Minor units. */
interface DeclaredPay {
  payrollCode: string;
  incomeType: IncomeType;
  contributory: bigint;
  otherPay: bigint;
  untaxed: bigint;
  christmas: bigint;
}

/** `AM` is the payroll of a month, `BO` its bonuses. */
export function fileOf(process: 'AM' | 'BO', taxId: string, month: Month, details: string[]): Buffer {
  const header = `E${process}${taxId.padStart(RNC_WIDTH)}${monthAndYear(month)}`;
  const summary = `S${String(details.length + 2).padStart(6, '0')}`;
  return Buffer.from([header, ...details, summary].map((line) => line + LINE_END).join(''), 'latin1');
}

/**
 * A line of the monthly payroll. The TSS reads a zero as "the contributory salary" in the salary of the income tax and in
 * that of INFOTEP, which are the same here.
 */
export function payLine(insured: Insured, pay: DeclaredPay): string {
  return [
    'D',
    pay.payrollCode,
    identityOf(insured),
    amount(pay.contributory),
    amount(0n), // voluntary contribution
    amount(0n), // salary of the income tax
    amount(pay.otherPay),
    NO_AGENT,
    amount(0n), // pay from other employers
    amount(0n), // exempt income, which the blocks give
    amount(0n), // tax credit
    amount(0n), // salary of INFOTEP
    incomeCodes[pay.incomeType],
    block(CHRISTMAS_SALARY, pay.christmas),
    block(SEVERANCE_AND_ALLOWANCES, pay.untaxed),
  ].join('');
}

export const bonusLine = (insured: Insured, bonus: bigint): string => `D${identityOf(insured)}${amount(bonus)}`;

const identityOf = (insured: Insured): string =>
  [
    documentCodes[insured.documentType],
    text(insured.documentNumber, 25),
    text(properName(insured.givenNames), 50),
    text(properName(insured.firstSurname), 40),
    text(properName(insured.secondSurname), 40),
    insured.sex ?? ' ',
    (insured.bornOn ?? '').split('-').toReversed().join('').padEnd(8),
  ].join('');

/** The TSS takes capital letters without accents, Ñ, blanks, hyphens and apostrophes. */
export const properName = (name: string | null): string =>
  (name ?? '')
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^Ñ]/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replaceAll('’', "'")
    .replace(/[^A-ZÑ' -]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

const text = (value: string, width: number): string => value.slice(0, width).padEnd(width);

const amount = (minor: bigint): string => fromMinor(minor, 'DOP').padStart(AMOUNT_WIDTH, '0');

const block = (code: string, minor: bigint): string => (minor === 0n ? '' : code + amount(minor));
