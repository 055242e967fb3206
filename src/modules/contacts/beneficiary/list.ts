import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { InvalidRequest, NotFound } from '#platform/refusal.ts';
import { selectHolders } from '../contact-data/contact-data.sql.ts';
import { datumKinds, normalise, phonePrefixes } from '../contact-data/normalise.ts';
import { cleanTaxId } from '../tax-id/tax-id.ts';
import { describeBeneficiary, describeContacts } from './beneficiary.ts';
import {
  type ContactFilter,
  countContacts,
  type ListedContact,
  type SearchedText,
  selectContacts,
} from './search.sql.ts';
import { folded, wordsOf } from './words.ts';

const WORDS_SEARCHED_MAX = 8;
const CODE_LENGTH_MIN = 3;

interface ListQuery extends PageRequest, Omit<ContactFilter, 'search' | 'after'> {
  search?: string | undefined;
  cursor?: string | undefined;
}

export async function listBeneficiaries(ctx: TenantContext, query: ListQuery) {
  const { search, cursor, ...rest } = query;
  const filter: ContactFilter = {
    ...rest,
    search: search?.trim() ? await searchedText(ctx, search) : undefined,
    after: cursor === undefined ? undefined : readCursor(cursor),
  };
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
    nextCursor: answer.hasMore ? cursorOf(listed.at(-1)!) : null,
  };
}

const cursorOf = ({ sortName, id }: ListedContact): string => Buffer.from(`${id}${sortName}`).toString('base64url');

function readCursor(cursor: string): { sortName: string; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, id, sortName] = /^([0-9a-f]{8}-[0-9a-f-]{27})([^\0]*)$/s.exec(text) ?? [];
  if (id && sortName !== undefined) return { id, sortName };
  const message = 'is not a cursor of this list';
  throw InvalidRequest(`query.cursor ${message}.`, { errors: [{ path: 'query.cursor', code: 'invalid', message }] });
}

/** What a text typed into a search box may be the beginning of. */
async function searchedText(ctx: TenantContext, text: string): Promise<SearchedText> {
  const { country } = await findOrganization(ctx.tx, ctx.organizationId);
  const plain = folded(text);
  const taxId = cleanTaxId(text);
  return {
    words: wordsOf(text).slice(0, WORDS_SEARCHED_MAX),
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
