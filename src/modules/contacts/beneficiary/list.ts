import { z } from 'zod';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { NotFound } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { selectHolders } from '../contact-data/contact-data.sql.ts';
import { datumKinds, normalise, phonePrefixes } from '../contact-data/normalise.ts';
import { cleanTaxId } from '../tax-id/tax-id.ts';
import { describeBeneficiary, describeContacts } from './beneficiary.ts';
import { type ContactFilter, countContacts, type SearchedText, selectContacts, selectFound } from './search.sql.ts';

const CODE_LENGTH_MIN = 3;
/** So many ids travel; a text that means more is sought together with the rest of the conditions. */
const FOUND_MAX = 2_000;

export interface ListFilter extends Omit<ContactFilter, 'search' | 'ids' | 'after'> {
  search?: string | undefined;
}

interface ListQuery extends PageRequest, ListFilter {
  cursor?: string | undefined;
}

export async function listBeneficiaries(ctx: TenantContext, query: ListQuery) {
  const { cursor } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const filter = { ...(await readFilter(ctx, query)), after };
  const page = cursor === undefined ? query : { ...query, page: 1 };
  const window = pageWindow(page);
  const [rows, counted] = await Promise.all([
    selectContacts(ctx.tx, ctx.organizationId, filter, window),
    countContacts(ctx.tx, ctx.organizationId, filter, window.countLimit),
  ]);
  const listed = rows.slice(0, page.itemsPerPage);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: await describeContacts(ctx, listed),
    nextCursor: answer.hasMore ? toCursor([listed.at(-1)!.sortName, listed.at(-1)!.id]) : null,
  };
}

const SortName = z.string().refine((text) => !text.includes('\0'));

function readCursor(cursor: string): { sortName: string; id: string } {
  const [sortName, id] = fromCursor(cursor, z.tuple([SortName, z.uuid()]));
  return { sortName, id };
}

export async function readFilter(ctx: TenantContext, { search: typed, ...rest }: ListFilter): Promise<ContactFilter> {
  if (!typed?.trim()) return rest;
  const search = await searchedText(ctx, typed);
  const ids = await selectFound(ctx.tx, ctx.organizationId, search, FOUND_MAX);
  return ids ? { ...rest, ids } : { ...rest, search };
}

/** What a text typed into a search box may be the beginning of. */
async function searchedText(ctx: TenantContext, text: string): Promise<SearchedText> {
  const { country } = await findOrganization(ctx.tx, ctx.organizationId);
  const plain = folded(text);
  const taxId = cleanTaxId(text);
  return {
    text,
    data: [
      ...phonePrefixes(text, country).map((prefix) => ({ kind: 'phone', prefix })),
      ...(plain.length >= CODE_LENGTH_MIN ? ['email', 'address', 'other'] : []).map((kind) => ({
        kind,
        prefix: plain,
      })),
    ],
    taxId: taxId.length >= CODE_LENGTH_MIN && /\d/.test(taxId) ? taxId : null,
  };
}

/** The beneficiary with exactly this telephone, e-mail address or other datum, however it is written. */
export async function findByDatum(ctx: TenantContext, value: string) {
  const { country } = await findOrganization(ctx.tx, ctx.organizationId);
  const wanted = datumKinds
    .filter((kind) => kind !== 'date')
    .flatMap((kind) => {
      const normalised = normalise(kind, value.trim(), country);
      return normalised === null ? [] : { kind, normalised };
    });
  const [holder] = await selectHolders(ctx.tx, ctx.organizationId, wanted, 1);
  if (!holder) throw NotFound();
  return describeBeneficiary(ctx, holder.contactId);
}
