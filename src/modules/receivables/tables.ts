import { type Row, table } from '#platform/db/table.ts';

/**
 * The money that customers have paid in advance (`balance`), and that suppliers hold for us (`advance`), by contact and currency.
 * Amounts are minor units; `base…` is in the organization's currency.
 */
export const contactBalances = table('contactBalances');
/** The history of both, by `direction`. A positive amount was added. */
export const balanceMovements = table('contactBalanceMovements');
export type BalanceMovement = Omit<Row<typeof balanceMovements>, 'recordId' | 'createdBy' | 'createdAt'>;

export const giftCards = table('giftCards');
export type GiftCard = Row<typeof giftCards>;
/** A positive amount was added to the card. */
export const cardMovements = table('giftCardMovements');
export type CardMovement = Omit<Row<typeof cardMovements>, 'date' | 'recordId' | 'createdBy' | 'createdAt'>;

/** Plans by which a document (an invoice or a loan) is paid in instalments. */
export const credits = table('credits');
export type Credit = Row<typeof credits>;
export const creditEvents = table('creditEvents');
export type StoredEvent = Row<typeof creditEvents>;
export const creditInstalments = table('creditInstalments');

/** Charges of a provider for a document, with a saved method or on a payment page. */
export const documentCharges = table('documentCharges');
export type DocumentCharge = Row<typeof documentCharges>;
/** Payments by card that go back to the card. */
export const paymentRefunds = table('paymentRefunds');
export type PaymentRefund = Row<typeof paymentRefunds>;
/** Card payments that customers contest at their bank. */
export const paymentDisputes = table('paymentDisputes');
export type PaymentDispute = Row<typeof paymentDisputes>;
/** The paid part of returns that goes back to the cards that paid. */
export const returnRefunds = table('returnRefunds');
export type ReturnRefund = Row<typeof returnRefunds>;

/** Numbered receipts of payments, and their payments by record: each has one receipt at most. */
export const paymentReceipts = table('paymentReceipts');
export type PaymentReceipt = Row<typeof paymentReceipts>;
export const paymentReceiptLines = table('paymentReceiptLines');
export type ReceiptLine = Row<typeof paymentReceiptLines>;
