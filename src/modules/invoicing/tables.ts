import type { z } from 'zod';
import type { LineLot } from '#modules/inventory/index.ts';
import { json, type Row, table } from '#platform/db/table.ts';
import type { PendingState } from './pending/pending.schema.ts';

/** Documents: quotes, orders, invoices and loans. The database computes `state`, so its values are named here. */
export const pendingRecords = table('pendingRecords', json<{ state: z.output<typeof PendingState> }>());
export type PendingRecord = Row<typeof pendingRecords>;
export type PendingKind = PendingRecord['kind'];
export type Direction = PendingRecord['direction'];

export const pendingElements = table('pendingElements', json<{ lots: LineLot[] }>());
export const pendingElementTaxes = table('pendingElementTaxes');
export const soldParts = table('soldParts');

export const pendingPayments = table('pendingPayments');
export type PendingPayment = Row<typeof pendingPayments>;
export type PaymentSource = PendingPayment['source'];

export const pendingCosts = table('pendingCosts');
export const pendingLinks = table('pendingLinks');
export const pendingShares = table('pendingShares');

/** The commission rates by month. */
export const commissionRates = table('commissionRates');

export const recurrencies = table('recurrencies');
export type Recurrency = Row<typeof recurrencies>;
export const recurrencyCycles = table('recurrencyCycles');
export type Cycle = Pick<
  Row<typeof recurrencyCycles>,
  'cycleOn' | 'pendingRecordId' | 'attempts' | 'message' | 'retryAt'
>;
export const recurrencyValues = table('recurrencyValues');

export const documentTemplates = table('documentTemplates');
export type Template = Row<typeof documentTemplates>;
