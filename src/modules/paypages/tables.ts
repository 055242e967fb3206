import { type Row, table } from '#platform/db/table.ts';

/** Pages that anyone with their link can open: to see a document, to pay, or to save a card. */
export const sharedPages = table('sharedPages');
export type SharedPage = Row<typeof sharedPages>;
/** The payments that visitors began. Those of a document are charges of receivables with the same id. */
export const pagePayments = table('pagePayments');
export type PagePayment = Row<typeof pagePayments>;
/** Codes that prove that a visitor is the contact, and the proofs that they became. */
export const pageCodes = table('pageCodes');
export type PageCode = Row<typeof pageCodes>;
export const pageAcceptances = table('pageAcceptances');
export type PageAcceptance = Row<typeof pageAcceptances>;
/** Contacts whose invoices are charged to a saved card on the day they fall due. */
export const autoCharges = table('autoCharges');
export const autoChargeAttempts = table('autoChargeAttempts');
/** E-mails that remind a contact of what they owe, and the last day for which the plan sent some. */
export const paymentReminders = table('paymentReminders');
export type PaymentReminder = Row<typeof paymentReminders>;
export const paymentReminderRuns = table('paymentReminderRuns');
