import { findBookingLinks } from '#modules/bookings/index.ts';
import { findCollections } from '#modules/catalog/index.ts';
import { findWidgetKey } from '#modules/chats/index.ts';
import { findOpenForms } from '#modules/forms/index.ts';
import { describeOrganization, findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { isUuid } from '#platform/id.ts';
import { NotFound } from '#platform/refusal.ts';
import type { SettingsOf } from '#platform/settings/section.ts';
import { enterNamed } from '#platform/tenant-context.ts';
import { selectOwner } from '../domain/domain.sql.ts';
import { websiteSettings } from '../settings.ts';
import { websitePages } from '../tables.ts';

/** A website and the address under which it was opened. */
export interface Site {
  ctx: TenantContext;
  /** Without a slash at its end. */
  url: string;
}

export interface OpenSite extends Site {
  settings: SettingsOf<typeof websiteSettings>;
}

/** The website under the address of this service, for those who have no domain. */
export const siteOf = (ctx: TenantContext): Site => ({
  ctx,
  url: `${ctx.publicUrl}/v1/websites/site/${ctx.organizationId}`,
});

export const collectionUrl = ({ url }: Pick<Site, 'url'>, id: string): string => `${url}/collections/${id}`;

export const productUrl = ({ url }: Pick<Site, 'url'>, id: string): string => `${url}/products/${id}`;

/** The website of an organization, by its id or by a domain that it has proved. */
async function findSite(work: WorkContext, address: string): Promise<Site | undefined> {
  const name = address.toLowerCase();
  if (isUuid(name)) {
    const ctx = await enterNamed(work, name);
    return ctx ? siteOf(ctx) : undefined;
  }
  const organizationId = await selectOwner(work.tx, name);
  if (organizationId === undefined) return undefined;
  return { ctx: await work.enter(organizationId), url: `https://${name}` };
}

/** A website that is open to visitors; any other has the same answer as an unknown one. */
export async function openSite(work: WorkContext, address: string): Promise<OpenSite> {
  const site = await findSite(work, address);
  const settings = site && (await readSettings(site.ctx, websiteSettings));
  if (!settings?.published) throw NotFound();
  return { ...site!, settings };
}

/** The parts of every page of the website. */
export async function describeSite({ ctx, url }: Site) {
  const [organization, settings, { language }] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, websiteSettings),
    readSettings(ctx, generalSettings),
  ]);
  const { name, imageUrl: logoUrl, address, phone, email } = describeOrganization(ctx, organization);
  const { title, description, colour, chatChannelId } = settings;
  const [menu, links, chatKey] = await Promise.all([
    menuOf({ ctx, url }, settings),
    linksOf({ ctx, url }, settings),
    chatChannelId === null ? null : findWidgetKey(ctx, chatChannelId),
  ]);
  const contact = settings.showsContact ? { address, phone, email } : { address: null, phone: null, email: null };
  return {
    title: title || name,
    description,
    colour,
    language,
    organization: { name, logoUrl },
    url,
    menu,
    links,
    contact,
    chatKey,
  };
}

async function menuOf({ ctx, url }: Site, { menu }: SettingsOf<typeof websiteSettings>) {
  const ids = menu.flatMap(({ pageId }) => pageId ?? []);
  const pages = await websitePages.all(
    ctx,
    { documentId: ids },
    { columns: ['documentId', 'slug', 'publishedVersion'] },
  );
  const slugs = new Map(pages.flatMap((page) => (page.publishedVersion ? [[page.documentId, page.slug]] : [])));
  return menu.flatMap((entry) => {
    const slug = entry.pageId && slugs.get(entry.pageId);
    const target = entry.url ?? (slug && `${url}/${slug}`);
    return target ? [{ label: entry.label, url: target }] : [];
  });
}

async function linksOf({ ctx, url }: Site, given: SettingsOf<typeof websiteSettings>) {
  const [collections, forms, schedules] = await Promise.all([
    findCollections(ctx, given.collectionIds),
    findOpenForms(ctx, given.formIds),
    findBookingLinks(ctx, given.scheduleIds),
  ]);
  return [
    ...collections.map(({ id, name }) => ({
      kind: 'collection' as const,
      label: name,
      url: collectionUrl({ url }, id),
      collectionId: id,
    })),
    ...forms.map(({ name, url }) => ({ kind: 'form' as const, label: name, url, collectionId: null })),
    ...schedules.map(({ title, url }) => ({ kind: 'booking' as const, label: title, url, collectionId: null })),
  ];
}
