import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { claimFiles, releaseFiles, storeFiles } from '#platform/storage/files.ts';
import { pathPart, type StoredKind } from '#platform/storage/stored-kind.ts';
import { monthOf } from '../period.ts';
import { purchasesFile } from '../report/form-606.ts';
import { salesFile } from '../report/form-607.ts';
import { voidsFile } from '../report/form-608.ts';
import { abroadFile } from '../report/form-609.ts';
import { type Form, type FormFile, formDownload } from '../report/report.ts';
import { type SentReport, sentReports } from '../tables.ts';
import { compareRows } from './compare-rows.ts';
import type { NewSentReport } from './sent-report.schema.ts';
import { selectSentAfter } from './sent-report.sql.ts';

const fileOf: Record<Form, (steps: TenantSteps, period: string) => Promise<FormFile>> = {
  '606': purchasesFile,
  '607': salesFile,
  '608': voidsFile,
  '609': abroadFile,
};
const PAGE = 500;

type Given = z.output<typeof NewSentReport>;
type Stored = Pick<SentReport, 'id' | 'rows' | 'fileName'>;

const keyOf = (organizationId: string, id: string): string => `organizations/${organizationId}/sent-reports/${id}`;

/** Stores the file of the form as it is now, before the transaction that records it as sent. */
export async function storeReport(steps: TenantSteps, { form, period }: Given): Promise<Stored> {
  const { name, rows, text } = await fileOf[form](steps, period);
  const id = newId();
  await storeFiles(steps, new Map([[keyOf(steps.organizationId, id), text]]));
  return { id, rows, fileName: name };
}

/** A month may be sent again: the last one counts. */
export async function recordSent(ctx: TenantContext, given: Given, stored: Stored) {
  const { form, period, sentOn = ctx.today.toString(), confirmation = null } = given;
  const { from } = monthOf(ctx, period);
  if (sentOn < from || sentOn > ctx.today.toString())
    throw InvalidRequest.at(
      'body.sentOn',
      'out_of_range',
      'must be a day of that month or later, and not in the future',
    );
  await claimFiles(ctx, [keyOf(ctx.organizationId, stored.id)]);
  return describeSent(await sentReports.insert(ctx, { ...stored, form, period: from, sentOn, confirmation }));
}

export const describeSent = (sent: SentReport) => ({ ...sent, period: sent.period.slice(0, 7) });

/** For one that was recorded by mistake. */
export async function deleteSent(ctx: TenantContext, id: string): Promise<void> {
  await sentReports.remove(ctx, id);
  await releaseFiles(ctx, [keyOf(ctx.organizationId, id)]);
}

export async function downloadSent(steps: TenantSteps, id: string): Promise<RawAnswer> {
  const { fileName, text } = await openSent(steps, id);
  return formDownload({ name: fileName, text });
}

/** The rows of the file that was sent against those of the same form and month today. */
export async function changesSince(steps: TenantSteps, id: string) {
  const { form, period, text } = await openSent(steps, id);
  const now = await fileOf[form](steps, period.slice(0, 7));
  return compareRows(form, text, now.text);
}

async function openSent(steps: TenantSteps, id: string) {
  const sent = await steps.transaction((ctx) => sentReports.get(ctx, id));
  const text = await steps.storage.stream(keyOf(steps.organizationId, id));
  if (!text) throw new Error(`The file of the sent report ${id} is missing.`);
  return { ...sent, text };
}

export const storedReports: StoredKind = {
  what: 'reports sent to the tax authority',
  page: async (tenant, after) => {
    const rows = await selectSentAfter(tenant, after, PAGE);
    const files = rows.map(({ id, fileName }) => ({
      key: keyOf(tenant.organizationId, id),
      path: `tax-reports/${id}/${pathPart(fileName, id)}`,
    }));
    return { files, next: rows.length === PAGE ? rows.at(-1)!.id : null };
  },
};
