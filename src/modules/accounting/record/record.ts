import { isDeepStrictEqual } from 'node:util';
import { requireContact } from '#modules/contacts/index.ts';
import { requireFiles } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type RecordRow, type RecordVersion, records, recordVersions } from '../tables.ts';
import { describeRecord } from './describe-record.ts';
import { drafts } from './drafts.ts';
import type { EntryFields, GivenLine } from './record.schema.ts';
import { type PostedLine, selectCurrent, selectPosted, selectReversal } from './record.sql.ts';
import { requireDivisionAndProject } from './references.ts';
import { refuseEarlier, refuseReversed } from './reversal.ts';
import { firstVersion, lockPosted, rewriteRecord, voidRecord, writeRecord } from './write-record.ts';

export const MadeElsewhere = refusal(
  'record_made_elsewhere',
  'This record was posted by another part of the service: change or cancel it there.',
);
export const FieldNotOfKind = refusal(
  'field_not_of_kind',
  'Records of this kind do not have this field: leave it out.',
);

/** Enters a record by hand. */
export async function createRecord(ctx: TenantContext, { kind, ...fields }: EntryFields & { kind: string }) {
  const known = await resolveReferences(ctx, fields);
  return described(ctx, await writeRecord(ctx, await drafts.get(kind)!(ctx, kind, known)));
}

/** Changes what was entered by hand. The old version and what it posted stay readable. */
export async function changeRecord(ctx: TenantContext, id: string, version: number | undefined, change: EntryFields) {
  const present = await lockPosted(ctx, id, version);
  if (present.sourceKind === null && isSame(described(ctx, present), change)) return described(ctx, present);
  const changed = await rewriteRecord(ctx, id, version, async (before) => {
    const draft = drafts.get(before.kind);
    if (!draft || before.sourceKind !== null) throw MadeElsewhere();
    await refuseReversed(ctx, before);
    refuseForeignFields(before, change);
    if (before.reversalOf && change.date) refuseEarlier(change.date, await records.get(ctx, before.reversalOf));
    const known = await resolveReferences(ctx, change);
    return draft(ctx, before.kind, { ...(await fieldsOf(ctx, before, change)), ...known }, before);
  });
  return described(ctx, changed);
}

/** Whether a record has these values already: nothing is posted again then. */
const isSame = (present: Record<string, unknown>, change: EntryFields): boolean =>
  Object.entries(change).every(([name, value]) => isDeepStrictEqual(present[name], value));

/** Voids a record. A record that a document or another operation posted is canceled there. */
export async function removeRecord(ctx: TenantContext, id: string) {
  const record = await lockPosted(ctx, id, undefined);
  if (record.sourceKind !== null) throw MadeElsewhere();
  // After the lock: a reversal locks its entry too.
  await refuseReversed(ctx, record);
  return described(ctx, await voidRecord(ctx, id));
}

/** A record with all its versions and postings. */
export async function readRecord(ctx: TenantContext, id: string) {
  const baseCurrency = ctx.currency;
  const [record, versions, posted, reversal] = await Promise.all([
    records.get(ctx, id),
    recordVersions.all(ctx, { recordId: id }, { orderBy: ['version'] }),
    selectPosted(ctx, id),
    selectReversal(ctx, id),
  ]);
  return {
    ...describeRecord(record, baseCurrency),
    reversedBy: reversal?.id ?? null,
    versions: (record.version === 1 ? [firstVersion(record)] : versions).map((version) =>
      describeVersion(version, baseCurrency),
    ),
    entries: [...Map.groupBy(posted, ({ entryId }) => entryId).values()].map((lines) =>
      describeEntry(lines, baseCurrency),
    ),
  };
}

const described = (ctx: TenantContext, record: RecordRow) => describeRecord(record, ctx.currency);

function describeVersion({ content, changedBy, changedAt }: RecordVersion, baseCurrency: string) {
  const record = { ...content, amount: BigInt(content.amount), baseAmount: BigInt(content.baseAmount) };
  return { ...describeRecord(record, baseCurrency), changedBy, changedAt };
}

function describeEntry(lines: PostedLine[], baseCurrency: string) {
  const { entryId: id, version, reversesId, date, postedAt } = lines[0]!;
  const transfers = lines.map((line) => ({
    debit: { id: line.debitId, code: line.debitCode, name: line.debitName },
    credit: { id: line.creditId, code: line.creditCode, name: line.creditName },
    amount: fromMinor(line.amount, baseCurrency),
    debitAmount: fromMinor(line.debitAmount, line.debitCurrency),
    debitCurrency: line.debitCurrency,
    creditAmount: fromMinor(line.creditAmount, line.creditCurrency),
    creditCurrency: line.creditCurrency,
    purpose: line.purpose,
  }));
  return { id, version, reversesId, date, postedAt, transfers };
}

const commonNames = ['date', 'description', 'reference', 'divisionId', 'projectId', 'contactId', 'attachments'];
const moneyNames = ['amount', 'net', 'rate', 'taxes', 'accountId', 'chartAccountId', 'paymentMethod'];
const fieldNames: Record<string, string[]> = {
  income: [...commonNames, ...moneyNames],
  expense: [...commonNames, ...moneyNames],
  journal: [...commonNames, 'lines'],
  commission: [...commonNames, 'amount', 'sellerId'],
};
/** All other fields of a reversal are those of its entry. */
const fieldsOfReversal = ['date', 'description', 'reference', 'attachments'];

function refuseForeignFields({ kind, reversalOf }: RecordRow, change: EntryFields): void {
  const own = reversalOf ? fieldsOfReversal : fieldNames[kind]!;
  const foreign = Object.keys(change).filter((name) => !own.includes(name));
  if (foreign.length === 0) return;
  const message = reversalOf
    ? 'A reversal has that of its entry: void it, and change the entry.'
    : `A record of the kind ${kind} has no such field.`;
  const errors = foreign.map((name) => ({ path: `body.${name}`, code: 'not_of_this_kind', message }));
  throw FieldNotOfKind(message, { errors });
}

/** The fields with which the record would be entered again, without those that the change makes meaningless. */
async function fieldsOf(ctx: TenantContext, record: RecordRow, change: EntryFields): Promise<EntryFields> {
  const { net: _, rate, ...view } = described(ctx, record);
  return {
    ...view,
    // Another account may have another currency, so the change must give its rate.
    rate: change.accountId === undefined ? rate : null,
    sellerId: view.sellerId ?? undefined,
    lines: record.kind === 'journal' && !change.lines ? await linesOf(ctx, record) : undefined,
  };
}

/** The journal lines of the current version. */
async function linesOf(ctx: TenantContext, record: RecordRow): Promise<GivenLine[]> {
  const line = (chartAccountId: string, own: bigint, currency: string) => ({
    chartAccountId,
    ...(currency !== record.currency && { ownAmount: fromMinor(own, currency) }),
  });
  return (await selectCurrent(ctx, record)).flatMap((transfer) => {
    const amount = fromMinor(transfer.amount, record.currency);
    return [
      { ...line(transfer.debitId, transfer.debitAmount, transfer.debitCurrency), debit: amount },
      { ...line(transfer.creditId, transfer.creditAmount, transfer.creditCurrency), credit: amount },
    ];
  });
}

/** Refuses unknown references, and resolves a merged contact to its survivor. */
async function resolveReferences(ctx: TenantContext, fields: EntryFields): Promise<EntryFields> {
  const { contactId, attachments } = fields;
  await requireFiles(ctx, attachments);
  await requireDivisionAndProject(ctx, fields);
  if (!contactId) return fields;
  return { ...fields, contactId: (await requireContact(ctx, contactId, 'body.contactId')).id };
}
