import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { heldOffers } from '#modules/catalog/index.ts';
import { ofContacts } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import {
  byDefault,
  dates,
  filter,
  isOneOf,
  list,
  listOf,
  oneOf,
  search,
  several,
  updated,
  updatedSince,
  type ValuesOf,
} from '#platform/db/list.ts';
import { isNamed } from '#platform/db/named.ts';
import type { Tenant } from '#platform/db/table.ts';
import { Currency, Decimal, toMinor } from '#platform/money.ts';
import type { ReturnQueries } from '../hooks.ts';
import { type PendingRecord, pendingElements, pendingRecords } from '../tables.ts';
import { elementColumns, type PendingElement } from './element.sql.ts';
import { PendingRecordSummary, PendingState } from './pending.schema.ts';

const due = dates('dueOn');
const { kind, direction, status } = PendingRecordSummary.shape;

/** The filters of every list, report and export of documents. */
const filters = {
  kind: oneOf('kind', kind),
  direction: oneOf('direction', direction),
  // A draft or void document has that state as well, and states have an index.
  status: filter(
    several(status).optional().describe('Only with this status, or one of several with commas between.'),
    (value) => isOneOf(sql.ref([value].flat().includes('issued') ? 't.status' : 't.state'), value),
  ),
  state: oneOf(
    'state',
    PendingState,
    '`open`: nothing paid yet; `partial`: paid in part; `past-due`: not fully paid after its due date.',
  ),
  contactId: ofContacts(),
  divisionId: oneOf('divisionId', z.uuid()),
  sellerId: oneOf('sellerId', z.uuid()),
  projectId: oneOf('projectId', z.uuid()),
  stage: oneOf('stage', z.string().max(60)),
  sourceId: oneOf('sourceId', z.uuid(), 'The document that they were made from.'),
  recurrencyId: oneOf('recurrencyId', z.uuid()),
  fiscalType: oneOf('fiscalType', z.string().max(3)),
  fiscalNumber: oneOf('fiscalNumber', z.string().max(20)),
  number: oneOf('number', z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)),
  reference: oneOf('reference', z.string().max(100), 'Exactly this reference.'),
  ...dates('date'),
  dueFrom: due.from,
  dueTo: due.to,
  totalFrom: filter(
    Decimal.optional().describe('In the organization’s currency.'),
    (value, { currency }) => sql`t.base_total >= ${toMinor(value, currency)}::numeric`,
  ),
  totalTo: filter(
    Decimal.optional().describe('In the organization’s currency; this total is included.'),
    (value, { currency }) => sql`t.base_total <= ${toMinor(value, currency)}::numeric`,
  ),
  currency: filter(
    several(Currency).optional().describe('Only documents in these currencies.'),
    (value, { currency }) => {
      const isForeign = ![value].flat().includes(currency);
      return sql`${isOneOf(sql`t.currency`, value)} AND ${isForeign ? sql`t.rate IS NOT NULL` : sql`true`}`;
    },
  ),
  resourceId: filter(
    several(z.uuid()).optional().describe('Documents with a line of this product or service.'),
    (value, ctx) =>
      isNamed(ctx, {
        id: sql`l.pending_record_id`,
        from: sql`${pendingElements.of(ctx)} l WHERE ${isOneOf(sql`l.resource_id`, value)}`,
      }),
  ),
  discountId: filter(z.uuid().optional().describe('Documents that use this discount, void ones left out.'), (id, ctx) =>
    isNamed(ctx, { id: sql`o.taken_id`, from: heldOffers(ctx, id) }),
  ),
  toDeliver: filter(
    z.boolean().optional().describe('Invoices with `deliverLater` whose goods are not all delivered or canceled.'),
    (value) => {
      const isWaiting = sql`(t.deliver_later AND NOT t.fulfilled AND t.status = 'issued' AND t.kind = 'invoice')`;
      return value ? isWaiting : sql`NOT ${isWaiting}`;
    },
  ),
  search: search('pending-record', 'Beginnings of words: number, receipt, reference, contact.'),
};

export type DocumentFilter = ValuesOf<typeof filters>;

const byDate = { sort: { date: 'date', due: 'dueOn', created: 'id' }, order: '-date' } as const;

const byDateOrTotal = { ...byDate, sort: { ...byDate.sort, total: 'baseTotal' } } as const;

export const documentList = listOf(pendingRecords, { filters, ...byDateOrTotal });

/** Documents that still need work: unpaid invoices and loans, and quotes and orders that are not fully converted. */
export const openDocumentList = listOf(pendingRecords, {
  filters,
  ...byDateOrTotal,
  where: () => sql`t.is_open`,
});

const date = { by: sql`t.date`, type: 'date' } as const;

export const documentIdList = list<{ id: string }>()({
  from: (tenant) => sql`${pendingRecords.of(tenant)} t`,
  select: sql`t.id`,
  filters: { ...filters, updatedSince },
  sort: { date, updated },
  order: '-date',
});

const linesWithDocuments = (tenant: Tenant) => sql`
  ${pendingRecords.of(tenant)} t JOIN ${pendingElements.of(tenant)} e ON e.pending_record_id = t.id`;

const lineFilters = {
  ...filters,
  resourceId: filter(several(z.uuid()).optional().describe('Only the lines of this product or service.'), (value) =>
    isOneOf(sql`e.resource_id`, value),
  ),
};

/** A line with the main fields of its document. */
export type ListedLine = Omit<PendingElement, 'taxes'> & { pendingRecordId: string } & Pick<
    PendingRecord,
    'date' | 'kind' | 'direction' | 'status' | 'number' | 'contactId' | 'contactName' | 'currency'
  >;

export const lineList = list<ListedLine>()({
  from: linesWithDocuments,
  select: sql`e.pending_record_id, t.date, t.kind, t.direction, t.status, t.number, t.contact_id, t.contact_name,
    t.currency, ${elementColumns}`,
  filters: { ...lineFilters, updatedSince },
  sort: { date, updated },
  order: '-date',
  key: [
    { by: sql`t.id`, type: 'uuid' },
    { by: sql`e.position`, type: 'integer', direction: 'ASC' },
  ],
});

/** An item in the lines of many documents. Amounts are minor units of the organization's currency. */
export interface ListedItem {
  resourceId: string | null;
  description: string;
  documents: number;
  quantity: string;
  net: bigint;
  tax: bigint;
  total: bigint;
  returnedQuantity: string;
  returnedNet: bigint;
  returnedTax: bigint;
  returnedTotal: bigint;
  lastOn: string;
}

/** The period of the items: of documents by their dates, of returns by theirs. */
interface ItemsContext extends TenantContext {
  returned: ReturnQueries;
  from?: string | undefined;
  to?: string | undefined;
}

const isWithin = (date: RawBuilder<unknown>, { from, to }: ItemsContext) =>
  sql`${date} BETWEEN coalesce(${from ?? null}::date, '-infinity') AND coalesce(${to ?? null}::date, 'infinity')`;

/** The lines of documents, whether they count as sold in the period, and what of them came back in it. */
const linesWithReturns = (ctx: ItemsContext) => sql`
  ${linesWithDocuments(ctx)}
  CROSS JOIN LATERAL (SELECT ${isWithin(sql`t.date`, ctx)} AS counts) AS sold
  CROSS JOIN LATERAL (
    SELECT sum(r.quantity) AS quantity, sum(r.net) AS net, sum(r.tax) AS tax, sum(r.total) AS total
    FROM (${ctx.returned.lines}) r WHERE r.element_id = e.id AND ${isWithin(sql`r.date`, ctx)}) AS back`;

/** Names the documents of a period first, so that the lines of all others are not read. */
const countsInPeriod = (ctx: ItemsContext) =>
  ctx.from === undefined && ctx.to === undefined
    ? sql`true`
    : sql`(sold.counts OR back.quantity IS NOT NULL) AND t.id IN (
        SELECT d.id FROM ${pendingRecords.of(ctx)} d WHERE ${isWithin(sql`d.date`, ctx)}
        UNION SELECT r.pending_record_id FROM (${ctx.returned.returns}) r WHERE ${isWithin(sql`r.date`, ctx)})`;

/** The sum of amounts at each document's own rate. */
const inBase = (amount: RawBuilder<unknown>, filter = sql``) =>
  sql`coalesce(round(sum(${amount} * CASE WHEN t.total = 0 THEN 1 ELSE t.base_total::numeric / t.total END) ${filter}), 0)::numeric(40,0)`;
const whereSold = sql`FILTER (WHERE sold.counts)`;

/** Groups lines by item, in the order of an index, so that a page reads only its own items. */
export const itemList = list<ListedItem, ItemsContext>()({
  from: linesWithReturns,
  select: sql`e.resource_id, max(e.description) AS description, count(DISTINCT t.id) ${whereSold}::int AS documents,
    trim_scale(coalesce(sum(e.quantity) ${whereSold}, 0)) AS quantity, ${inBase(sql`e.net`, whereSold)} AS net,
    ${inBase(sql`e.tax`, whereSold)} AS tax, ${inBase(sql`e.total`, whereSold)} AS total,
    trim_scale(coalesce(sum(back.quantity), 0)) AS returned_quantity, ${inBase(sql`back.net`)} AS returned_net,
    ${inBase(sql`back.tax`)} AS returned_tax, ${inBase(sql`back.total`)} AS returned_total, max(t.date) AS last_on`,
  filters: {
    ...lineFilters,
    status: byDefault(filters.status, 'issued'),
    from: filter(filters.from.schema, () => null),
    to: filter(filters.to.schema, () => null),
  },
  where: countsInPeriod,
  sort: { item: { by: sql`e.item_key`, type: 'text' } },
  order: 'item',
  key: [],
  groupBy: sql`e.item_key, e.resource_id`,
});
