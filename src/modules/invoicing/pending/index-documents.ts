import { warnOfLowRanges } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { indexText, indexTexts } from '#platform/search/search.sql.ts';
import { withJoinedNumbers } from '#platform/search/words.ts';
import { invoiceCreated } from '../events.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';

const fields = ['number', 'contactName', 'contactTaxId', 'fiscalNumber', 'reference'] as const;
type Searched = Pick<PendingRecord, (typeof fields)[number]>;

const textsOf = ({ number, contactName, contactTaxId, fiscalNumber, reference }: Searched) => [
  number === null ? null : String(number),
  contactName,
  contactTaxId,
  contactTaxId && withJoinedNumbers(contactTaxId),
  fiscalNumber,
  reference,
];

/** Makes a document searchable by its number, receipt, reference and contact. */
export const indexDocument = (ctx: TenantContext, id: string, document: Searched): Promise<void> =>
  indexText(ctx, 'pending-record', id, textsOf(document));

/** Makes new invoices searchable in batches after the commit, and warns of ranges of fiscal numbers that end soon. */
export const followInvoices = subscriber({
  name: 'invoicing/follow-invoices',
  follows: [invoiceCreated],
  handle: async (ctx, events) => {
    const ids = events.map(({ payload }) => payload.invoiceId);
    const found = await pendingRecords.all(ctx, { id: ids }, { columns: ['id', 'numeralsId', ...fields] });
    await indexTexts(ctx, 'pending-record', new Map(found.map((document) => [document.id, textsOf(document)])));
    await warnOfLowRanges(ctx, [...new Set(found.flatMap(({ numeralsId }) => numeralsId ?? []))]);
  },
});
