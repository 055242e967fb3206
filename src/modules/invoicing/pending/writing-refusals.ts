import {
  AccountNotPostable,
  AmountOutOfRange,
  CurrencyMismatch,
  guardRefusals,
  InvalidRate,
  RateUnknown,
  SameAccount,
} from '#modules/accounting/index.ts';
import { discountRefusals, NotSoldAsOne } from '#modules/catalog/index.ts';
import { stockRefusals } from '#modules/inventory/index.ts';
import { LawUnknown, numeralRefusals, taxRefusals } from '#modules/taxes/index.ts';
import { ReferenceNotFound, type RefusalKind } from '#platform/refusal.ts';
import { BuyerTaxIdRequired, FiscalDocumentUnacceptable, FiscalTypeUnsuitable } from '../posting/fiscal.ts';
import { DivisionRequired } from '../posting/stock.ts';
import { PackTaxesDiffer, PriceMissing } from '../pricing/lines.ts';
import { DiscountTooLarge } from '../pricing/pricing.ts';
import { CreditLimitExceeded } from '../settlement/credit-limit.ts';
import { DueBeforeDate, FieldNotOfDirection, SupplierNumberNeedsContact, WithheldTooMuch } from './draft.ts';
import { ResourceArchived } from './references.ts';
import { DocumentEmpty, FiscalNumberTaken } from './write.ts';

/** The refusals of every route that writes documents. */
export const writingRefusals: RefusalKind[] = [
  ...new Set([
    ReferenceNotFound,
    FieldNotOfDirection,
    SupplierNumberNeedsContact,
    DueBeforeDate,
    DiscountTooLarge,
    WithheldTooMuch,
    PriceMissing,
    PackTaxesDiffer,
    NotSoldAsOne,
    ...discountRefusals,
    ResourceArchived,
    DocumentEmpty,
    CreditLimitExceeded,
    FiscalNumberTaken,
    FiscalTypeUnsuitable,
    BuyerTaxIdRequired,
    FiscalDocumentUnacceptable,
    LawUnknown,
    RateUnknown,
    InvalidRate,
    AmountOutOfRange,
    CurrencyMismatch,
    SameAccount,
    AccountNotPostable,
    DivisionRequired,
    ...stockRefusals,
    ...taxRefusals,
    ...numeralRefusals,
    ...guardRefusals,
  ]),
];
