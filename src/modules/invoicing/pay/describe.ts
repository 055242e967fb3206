import { fromMinor } from '#platform/money.ts';
import type { PendingPayment } from '../pending/payment.sql.ts';

/** A payment as it travels. */
export const describePayment = ({ baseAmount: _, ...payment }: PendingPayment, currency: string) => ({
  ...payment,
  amount: fromMinor(payment.amount, currency),
  currency,
});
