import type Stripe from 'stripe';
import type { MethodType, PaymentMethod } from '#modules/payments/index.ts';
import { instantOf } from './stripe-money.ts';

/** Maps Stripe's payment method types; unused ones are `other`. */
const types: Record<string, MethodType> = {
  card: 'card',
  card_present: 'card',
  link: 'wallet',
  paypal: 'wallet',
  cashapp: 'wallet',
  alipay: 'wallet',
  wechat_pay: 'wallet',
  amazon_pay: 'wallet',
  revolut_pay: 'wallet',
  customer_balance: 'bank-transfer',
  bank_transfer: 'bank-transfer',
  us_bank_transfer: 'bank-transfer',
  us_bank_account: 'bank-debit',
  us_bank_account_ach: 'bank-debit',
  sepa_debit: 'bank-debit',
  bacs_debit: 'bank-debit',
  acss_debit: 'bank-debit',
  oxxo: 'cash',
  boleto: 'cash',
  konbini: 'cash',
};

export const methodTypeOf = (name: string): MethodType => types[name] ?? 'other';

export const toPaymentMethod = ({ id, type, card, created }: Stripe.PaymentMethod): PaymentMethod => ({
  id,
  type: methodTypeOf(type),
  card: card
    ? {
        brand: card.brand,
        last4: card.last4,
        expiresOn: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
      }
    : null,
  createdAt: instantOf(created),
});
