import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import type { Tenant } from '#platform/db/table.ts';
import { newId } from '#platform/id.ts';
import { everyOrganization } from '#platform/jobs/every-organization.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { claimFiles, storeFiles } from '#platform/storage/files.ts';
import type { StoredBytes, StoredKind } from '#platform/storage/stored-kind.ts';
import { ecfAnnulments, ecfDocuments, ecfReceived } from '../tables.ts';
import { issuerIn } from './issuer-in.ts';
import {
  type StoredXml,
  selectAnnulmentXmls,
  selectIssuedXmls,
  selectReceivedXmls,
  selectSettledAnnulments,
  selectSettledApprovals,
  selectSettledIssued,
  selectSettledReceived,
} from './store-xml.sql.ts';
import { partKey, parts, type XmlPart } from './stored-xml.ts';

/** A document is signed, numbered and queued in one transaction, so its XML begins in its row and moves once it is settled. */
const SETTLED_FOR = { hours: 24 };
const BATCH = 50;

interface Settled {
  id: string;
  texts: Partial<Record<XmlPart, string | null>>;
}

/** A table with documents: which are settled, and how one that was stored is recorded. Null: it has changed meanwhile. */
interface XmlStore {
  settled(ctx: TenantContext, before: Temporal.Instant): Promise<Settled[]>;
  record(ctx: TenantContext, settled: Settled, xmlKey: string): Promise<boolean>;
}

const issued: XmlStore = {
  settled: async (ctx, before) =>
    (await selectSettledIssued(ctx, before, BATCH)).map(({ id, signedXml, summaryXml, receiptXml }) => ({
      id,
      texts: { signed: signedXml, summary: summaryXml, receipt: receiptXml },
    })),
  record: async (ctx, { id, texts: { signed, summary, receipt } }, xmlKey) => {
    const row = await ecfDocuments.lock(ctx, id);
    const isSame = row.signedXml === signed && row.summaryXml === summary && row.receiptXml === receipt;
    if (!isSame || row.xmlKey !== null) return false;
    const emptied = { signedXml: '', summaryXml: summary && '', receiptXml: receipt && '' };
    await ecfDocuments.update(ctx, id, { ...emptied, xmlKey, issuer: issuerIn(signed!) });
    return true;
  },
};

const received: XmlStore = {
  settled: async (ctx, before) =>
    (await selectSettledReceived(ctx, before, BATCH)).map(({ id, xml, receiptXml }) => ({
      id,
      texts: { signed: xml, receipt: receiptXml },
    })),
  record: async (ctx, { id }, xmlKey) => {
    const row = await ecfReceived.lock(ctx, id);
    if (row.xmlKey !== null) return false;
    await ecfReceived.update(ctx, id, { xml: '', receiptXml: '', xmlKey });
    return true;
  },
};

const approvals: XmlStore = {
  settled: async (ctx, before) =>
    (await selectSettledApprovals(ctx, before, BATCH)).map(({ id, approvalXml }) => ({
      id,
      texts: { approval: approvalXml },
    })),
  record: async (ctx, { id, texts: { approval } }, approvalKey) => {
    const row = await ecfReceived.lock(ctx, id);
    if (row.approvalXml !== approval || row.approvalKey !== null) return false;
    await ecfReceived.update(ctx, id, { approvalXml: '', approvalKey });
    return true;
  },
};

const annulments: XmlStore = {
  settled: async (ctx, before) =>
    (await selectSettledAnnulments(ctx, before, BATCH)).map(({ id, xml }) => ({ id, texts: { signed: xml } })),
  record: async (ctx, { id }, xmlKey) => {
    const row = await ecfAnnulments.lock(ctx, id);
    if (row.xmlKey !== null) return false;
    await ecfAnnulments.update(ctx, id, { xml: '', xmlKey });
    return true;
  },
};

/** Moves the XML of settled documents to the storage, also of those that older releases wrote. If it is stopped, the next run continues. */
export const storeXml = tenantJob({
  name: 'filings/store-xml',
  payload: {},
  run: async (steps) => {
    for (const store of [issued, received, approvals, annulments])
      for (let moved = BATCH; moved === BATCH && !steps.signal.aborted; ) moved = await storeBatch(steps, store);
  },
});

export const storeAllXml = everyOrganization('filings/store-all-xml', '20 9 * * *', storeXml);

async function storeBatch(steps: TenantSteps, store: XmlStore): Promise<number> {
  const batch = await steps.transaction((ctx) => store.settled(ctx, realNow().subtract(SETTLED_FOR)));
  const moves = batch.map((settled) => {
    const xmlKey = `einvoice/${steps.organizationId}/${newId()}`;
    const files = Object.entries(settled.texts)
      .filter(([, text]) => text !== null)
      .map(([part, text]): [string, Buffer] => [partKey(xmlKey, part as XmlPart), Buffer.from(text!)]);
    return { settled, xmlKey, files };
  });
  await storeFiles(steps, new Map(moves.flatMap(({ files }) => files)));
  await steps.transaction(async (ctx) => {
    // Bytes of a document that has changed stay loose, and are swept.
    for (const { settled, xmlKey, files } of moves)
      if (await store.record(ctx, settled, xmlKey))
        await claimFiles(
          ctx,
          files.map(([key]) => key),
        );
  });
  return batch.length;
}

const PAGE = 500;

const kindOf = (
  what: string,
  folder: string,
  select: (tenant: Tenant, after: string | null, limit: number) => Promise<StoredXml[]>,
): StoredKind => ({
  what,
  page: async (tenant, after) => {
    const rows = await select(tenant, after, PAGE);
    const files = rows.flatMap(({ name, keys }) => keys.flatMap((key) => filesOf(key, `${folder}/${name}`)));
    return { files, next: rows.length === PAGE ? rows.at(-1)!.id : null };
  },
});

/** A document has some of its parts. */
const filesOf = (xmlKey: string, folder: string): StoredBytes[] =>
  parts.map((part) => ({ key: partKey(xmlKey, part), path: `${folder}/${part}.xml`, isOptional: true }));

/** The XML of electronic documents that has moved to the storage. Newer ones have theirs in their rows. */
export const storedXmls: StoredKind[] = [
  kindOf('issued electronic invoices', 'electronic-invoices/issued', selectIssuedXmls),
  kindOf('received electronic invoices', 'electronic-invoices/received', selectReceivedXmls),
  kindOf('annulments of numbers', 'electronic-invoices/annulments', selectAnnulmentXmls),
];
