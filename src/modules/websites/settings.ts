import { z } from 'zod';
import { findCollections } from '#modules/catalog/index.ts';
import { knownWidgets } from '#modules/chats/index.ts';
import { findDocument } from '#modules/files/index.ts';
import type { ChangedSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Colour } from '#platform/pages/colour.ts';
import { unknownReference } from '#platform/refusal.ts';
import { settingsSection } from '#platform/settings/section.ts';
import { uniqueList } from '#platform/unique-list.ts';

const MENU_MAX = 30;
const SHOWN_MAX = 50;

const MenuEntry = z
  .strictObject({
    label: z.string().trim().min(1).max(60).describe('What visitors see.'),
    pageId: z.uuid().optional().describe('The document of a page; left out of the menu while it is not published.'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .describe('An address on the internet. Instead of `pageId`.'),
  })
  .refine(({ pageId, url }) => (pageId === undefined) !== (url === undefined), {
    path: ['url'],
    message: 'A menu entry leads to a page or to an address.',
  });

const shown = () => uniqueList(z.uuid(), { max: SHOWN_MAX }).default([]);

/** The website as a whole. Its pages are documents, published one by one. */
export const websiteSettings = settingsSection({
  name: 'website',
  description: 'The website: what visitors see and can do.',
  fields: {
    published: z.boolean().default(false).describe('Whether visitors can open the website.'),
    title: z.string().trim().max(120).default('').describe('Empty: the name of the organization.'),
    description: z.string().trim().max(500).default('').describe('For search engines, and below the title.'),
    colour: Colour.nullable().default(null).describe('Of the pages, as `#rrggbb`. Null: the standard one.'),
    homePageId: z.uuid().nullable().default(null).describe('The document of the page that opens first.'),
    menu: z.array(MenuEntry).max(MENU_MAX).default([]).describe('Pages and addresses, in order.'),
    collectionIds: shown().describe('Collections of products that the website shows.'),
    attributes: uniqueList(z.string().trim().min(1).max(60), { max: SHOWN_MAX })
      .default([])
      .describe('Names of attributes of products that visitors may see, such as `talla`. All others stay internal.'),
    sells: z
      .boolean()
      .default(false)
      .describe('Whether visitors can buy the products of the collections. Orders follow the settings `marketplace`.'),
    chatChannelId: z.uuid().nullable().default(null).describe('The web widget on which visitors can chat.'),
    showsContact: z
      .boolean()
      .default(true)
      .describe('Whether pages show the address, telephone and e-mail of the organization.'),
    formIds: shown().describe('Forms that the website links to.'),
    scheduleIds: shown().describe('Schedules whose booking pages the website links to.'),
  },
});

/** A home page must be a page, which may be published later. */
async function requireHomePage(ctx: TenantContext, homePageId: unknown): Promise<void> {
  if (typeof homePageId !== 'string') return;
  const document = await findDocument(ctx, homePageId);
  const isPage = document?.kind === 'page' || document?.kind === 'post';
  if (!isPage || document.archivedAt) throw unknownReference('body.value.homePageId', 'This page');
}

/** Those of the ids that exist, by the kind that a module declares. */
const existing = (field: string) => async (ctx: TenantContext, ids: string[]) => {
  const known = await Promise.all(ids.map((id) => ctx.entityKinds.get(field)!.exists(ctx, id)));
  return ids.filter((_, place) => known[place]);
};

const shownThings = {
  collectionIds: {
    name: 'This collection',
    known: async (ctx: TenantContext, ids: string[]) => (await findCollections(ctx, ids)).map(({ id }) => id),
  },
  formIds: { name: 'This form', known: existing('formId') },
  scheduleIds: { name: 'This schedule', known: existing('scheduleId') },
};

/** Refuses unknown ids. Those that were in a list before stay: a form that is deleted must not block the next change. */
export async function requireKnownContent(ctx: TenantContext, change: ChangedSettings): Promise<void> {
  if (change.section !== websiteSettings.name) return;
  const { homePageId, chatChannelId } = change.new;
  await requireHomePage(ctx, homePageId);
  if (typeof chatChannelId === 'string' && (await knownWidgets(ctx, [chatChannelId])).length === 0)
    throw unknownReference('body.value.chatChannelId', 'This web widget');
  for (const [field, { name, known }] of Object.entries(shownThings)) {
    const [given, before] = [change.new, change.old].map((settings) => (settings[field] ?? []) as string[]);
    const added = given!.filter((id) => !before!.includes(id));
    const found = added.length > 0 ? await known(ctx, added) : [];
    const unknown = added.find((id) => !found.includes(id));
    if (unknown) throw unknownReference(`body.value.${field}[${given!.indexOf(unknown)}]`, name);
  }
}
