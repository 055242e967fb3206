import Stripe from 'stripe';
import {
  type DeclineReason,
  PayoutExceedsBalance,
  ProviderKeyReused,
  RefundExceedsCharge,
} from '#modules/payments/index.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';

const { errors } = Stripe;
/** The maximum length of a Stripe message that is passed on. */
const SAID_MAX = 300;
const TIMED_OUT = 'ETIMEDOUT';

/** Awaits a Stripe call and maps its errors to errors of the port. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  if (error instanceof errors.StripeConnectionError)
    return (error.detail as NodeJS.ErrnoException | undefined)?.code === TIMED_OUT
      ? ProviderTimeout()
      : ProviderUnavailable();
  if (error instanceof errors.StripeIdempotencyError) return ProviderKeyReused();
  // Temporary failures: rate limit, a locked object, and Stripe's server errors.
  if (error instanceof errors.StripeRateLimitError || error instanceof errors.StripeAPIError)
    return ProviderUnavailable(`Stripe answered ${error.statusCode ?? 'with an error'}. Try again.`);
  if (error instanceof errors.StripeAuthenticationError) return ProviderRefused('Stripe does not accept our key.');
  if (error.code === 'balance_insufficient') return PayoutExceedsBalance();
  if (error.code === 'charge_already_refunded') return RefundExceedsCharge();
  return ProviderRefused(`Stripe: ${error.message.slice(0, SAID_MAX)}`);
}

/** Whether the object does not exist, at all or on this account. */
export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** The payment inside a decline error: a decline is a result, not a failure. */
export function declinedIntent(error: unknown): Stripe.PaymentIntent {
  if (error instanceof errors.StripeCardError && error.payment_intent) return error.payment_intent;
  throw refusalOf(error);
}

const byCode: Record<string, DeclineReason> = {
  expired_card: 'expired_card',
  incorrect_cvc: 'wrong_security_code',
  invalid_cvc: 'wrong_security_code',
  authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  insufficient_funds: 'insufficient_funds',
  fraudulent: 'suspected_fraud',
  lost_card: 'suspected_fraud',
  merchant_blacklist: 'suspected_fraud',
  pickup_card: 'suspected_fraud',
  security_violation: 'suspected_fraud',
  stolen_card: 'suspected_fraud',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  card_not_supported: 'method_unusable',
  currency_not_supported: 'method_unusable',
  invalid_account: 'method_unusable',
  new_account_information_available: 'method_unusable',
};

/** Prefer the bank's code, which is more precise; map the many codes to the few that a customer can act on. */
export const declineReasonOf = (error: { code?: string; decline_code?: string }): DeclineReason =>
  byCode[error.decline_code ?? ''] ?? byCode[error.code ?? ''] ?? 'declined';
