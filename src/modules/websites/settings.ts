import { z } from 'zod';
import { findDocument } from '#modules/files/index.ts';
import type { ChangedSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { settingsSection } from '#platform/settings/section.ts';
import { uniqueList } from '#platform/unique-list.ts';

const MENU_MAX = 30;
const SHOWN_MAX = 50;

const MenuEntry = z
  .strictObject({
    label: z.string().trim().min(1).max(60),
    pageId: z.uuid().optional().describe('The document of a page; left out of the menu while it is not published.'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional(),
  })
  .refine(({ pageId, url }) => (pageId === undefined) !== (url === undefined), {
    path: ['url'],
    message: 'A menu entry leads to a page or to an address.',
  });

const shown = () => uniqueList(z.uuid(), { max: SHOWN_MAX }).default([]);

/** The website as a whole. Its pages are documents, published one by one. */
export const websiteSettings = settingsSection({
  name: 'website',
  fields: {
    published: z.boolean().default(false).describe('Whether visitors can open the website.'),
    title: z.string().trim().max(120).default('').describe('Empty: the name of the organization.'),
    description: z.string().trim().max(500).default('').describe('For search engines, and below the title.'),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, 'is a colour such as #0b6e4f')
      .nullable()
      .default(null),
    homePageId: z.uuid().nullable().default(null).describe('The document of the page that opens first.'),
    menu: z.array(MenuEntry).max(MENU_MAX).default([]),
    collectionIds: shown().describe('Collections of products that the website shows.'),
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
export async function requireHomePage(ctx: TenantContext, change: ChangedSettings): Promise<void> {
  const { homePageId } = change.new;
  if (change.section !== websiteSettings.name || typeof homePageId !== 'string') return;
  const document = await findDocument(ctx, homePageId);
  const isPage = document?.kind === 'page' || document?.kind === 'post';
  if (!isPage || document.archivedAt) throw unknownReference('body.value.homePageId', 'This page');
}
