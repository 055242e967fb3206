import type { z } from 'zod';
import { type Content, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { words } from '../product/words.ts';
import type { PublicSite } from './page.schema.ts';

/** The parts around every page of a website: its name, menu, chat and contact. */
export function framed(
  site: z.output<typeof PublicSite>,
  language: Visit['language'],
  {
    title,
    body,
    isIndexed,
    cartUrl = null,
  }: { title: string; body: Content; isIndexed: boolean; cartUrl?: string | null },
): Page {
  const { chatKey } = site;
  return {
    language,
    title,
    isIndexed,
    brand: { ...site.organization, ...(site.colour && { colour: site.colour }) },
    menu: [...site.menu, ...site.links, ...(cartUrl ? [{ label: words[language].cart, url: cartUrl }] : [])],
    hasFrames: chatKey !== null,
    body: html`${body}${chatKey && html`<script async src="/widget.js" data-channel="${chatKey}"></script>`}`,
    footer: contactOf(site),
  };
}

function contactOf({ organization, contact }: z.output<typeof PublicSite>): Content {
  const { address, phone, email } = contact;
  const ways = [
    address && html`${address}`,
    phone && html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`,
    email && html`<a href="mailto:${email}">${email}</a>`,
  ].filter((way) => way !== null && way !== '');
  return html`<address><strong>${organization.name}</strong>${ways.map((way) => html`<br>${way}`)}</address>`;
}
