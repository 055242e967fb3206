import type { FiscalStamp } from '#modules/invoicing/index.ts';
import { json, type Row, table } from '#platform/db/table.ts';
import type { EcfContent } from './ecf/ecf-content.ts';
import type { EcfType } from './ecf/ecf-document.ts';
import type { EcfEnvironment } from './ecf/ecf-stamp.ts';
import type { EcfMessage } from './ecf.port.ts';

/** The issuer of electronic invoices (e-CF): at most one per organization. */
export const ecfCompanies = table('ecfCompanies');
export type EcfCompany = Row<typeof ecfCompanies>;

/** Electronic invoices that this organization issues, those of certification runs included. */
export const ecfDocuments = table(
  'ecfDocuments',
  json<{
    content: EcfContent;
    messages: EcfMessage[];
    environment: EcfEnvironment | null;
    issuer: FiscalStamp['issuer'] | null;
  }>(),
);
export type IssuedEcf = Row<typeof ecfDocuments>;
export type EcfChange = Parameters<typeof ecfDocuments.update>[2];

/** Electronic invoices that other companies sent. */
export const ecfReceived = table('ecfReceived');
export type ReceivedEcf = Row<typeof ecfReceived>;

export const ecfAnnulments = table(
  'ecfAnnulments',
  json<{ messages: EcfMessage[]; environment: EcfEnvironment; type: EcfType }>(),
);
export type Annulment = Row<typeof ecfAnnulments>;

/** Certification runs. */
export const ecfTestSets = table('ecfTestSets', json<{ environment: EcfEnvironment }>());
export type TestSet = Row<typeof ecfTestSets>;

/** A salary that an employee had until a day, as a decimal. */
export interface EarlierSalary {
  until: string;
  monthlySalary: string;
}
export const employees = table('employees', json<{ earlierSalaries: EarlierSalary[] }>());
export type Employee = Row<typeof employees>;

/** Variable pay and deductions of employees, by month. */
export const payrollEntries = table('payrollEntries');
export type PayrollEntry = Row<typeof payrollEntries>;
export type EntryKind = PayrollEntry['kind'];

/** Declarations that were paid. */
export const taxFilings = table('taxFilings', json<{ figures: Record<string, unknown> }>());
export type Filing = Row<typeof taxFilings>;
export type FilingKind = Filing['kind'];

/** Reports (606, 607, 608, 609) that were sent to the tax authority. */
export const sentReports = table('sentReports');
export type SentReport = Row<typeof sentReports>;
