import { brandOf } from '#modules/invoicing/index.ts';
import { secretAddress } from '#platform/auth/secret-address.ts';
import type { Steps, TenantContext, TenantSteps, WorkContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { languageOfRequest } from '#platform/pages/language.ts';
import { refusal } from '#platform/refusal.ts';
import { type SharedPage, sharedPages } from '../tables.ts';

export const pageAddress = secretAddress({ kind: 'shared-page', prefix: 'shp' });

export const PageExpired = refusal('page_expired', 'This page is no longer valid: ask for a new one.', 410);

const expired = {
  es: 'Esta página venció. Pide una nueva a quien te la envió.',
  en: 'This page has expired. Ask the sender for a new one.',
};

/** Where a page is opened, and its parts. */
export const pageUrlOf = ({ publicUrl }: { publicUrl: string }, shareId: string): string =>
  `${publicUrl}/v1/shared/${shareId}`;

export const shareIdOf = (ctx: TenantContext, page: Pick<SharedPage, 'id' | 'sealedId'>): string =>
  pageAddress.reveal(ctx, page.id, page.sealedId);

/** The page behind a link, in its organization. */
export async function openPage(work: WorkContext, shareId: string): Promise<{ ctx: TenantContext; page: SharedPage }> {
  const { ctx, id } = await pageAddress.open(work, shareId);
  const page = await sharedPages.get(ctx, id);
  if (page.expiresAt && !isAfter(page.expiresAt, ctx.now)) {
    const language = languageOfRequest(work.request);
    throw PageExpired(undefined, { members: { message: expired[language] } });
  }
  return { ctx, page };
}

export interface OpenedPage {
  steps: TenantSteps;
  page: SharedPage;
  shareId: string;
}

/** The same for work in steps. */
export async function openInSteps(outside: Steps, shareId: string): Promise<OpenedPage> {
  const { organizationId, page } = await outside.transaction(async (work) => {
    const { ctx, page } = await openPage(work, shareId);
    return { organizationId: ctx.organizationId, page };
  });
  return { steps: outside.enter(organizationId), page, shareId };
}

/** The owner and the address of a page, for every answer to its visitor. */
export const headOf = ({ steps, shareId }: OpenedPage) =>
  steps.transaction(async (ctx) => ({ organization: await brandOf(ctx), pageUrl: pageUrlOf(ctx, shareId) }));

/** The address of a page of this organization. */
export const pageLinkOf = async (ctx: TenantContext, pageId: string): Promise<string> =>
  pageUrlOf(ctx, shareIdOf(ctx, await sharedPages.get(ctx, pageId)));
