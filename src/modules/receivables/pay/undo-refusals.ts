import { AccountNotPostable, AmountOutOfRange, guardRefusals, RateUnknown } from '#modules/accounting/index.ts';
import { DocumentInInstalments, PaymentIsVoid } from '#modules/invoicing/index.ts';
import { ChargeElsewhere, ProviderKeyReused, RefundExceedsCharge } from '#modules/payments/index.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound, type RefusalKind } from '#platform/refusal.ts';
import { BalanceTooLow } from '../contact-balance/contact-balance.ts';
import { GiftCardEnded } from '../gift-card/movement.ts';
import { PaymentReturned, RefundFailed } from '../refund/refund.ts';
import { PaymentElsewhere } from './undo.ts';
import { WriteOffReturned } from './write-off-returned.ts';

/** The refusals of undoing a payment. */
export const undoRefusals: RefusalKind[] = [
  PaymentIsVoid,
  PaymentElsewhere,
  DocumentInInstalments,
  BalanceTooLow,
  GiftCardEnded,
  ReferenceNotFound,
  ...guardRefusals,
  AccountNotPostable,
  AmountOutOfRange,
  RateUnknown,
  ChargeElsewhere,
  RefundExceedsCharge,
  RefundFailed,
  PaymentReturned,
  WriteOffReturned,
  ProviderRefused,
  ProviderKeyReused,
];
