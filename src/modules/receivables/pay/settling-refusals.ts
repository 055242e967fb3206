import { AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { DocumentInInstalments, NotPayable } from '#modules/invoicing/index.ts';
import { ReferenceNotFound, type RefusalKind } from '#platform/refusal.ts';
import { NothingDue, PaidBeforeIssued } from './pay.ts';
import { sourceRefusals } from './sources.ts';

/** The refusals of paying a document, by any means. */
export const settlingRefusals: RefusalKind[] = [
  NotPayable,
  DocumentInInstalments,
  NothingDue,
  PaidBeforeIssued,
  ReferenceNotFound,
  AccountNotPostable,
  ...sourceRefusals,
  ...guardRefusals,
];
