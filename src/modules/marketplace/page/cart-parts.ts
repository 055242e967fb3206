import type { z } from 'zod';
import { type Content, type Html, html } from '#platform/pages/html.ts';
import type { CartAnswer } from '../cart/cart.schema.ts';
import type { words } from './words.ts';

export type Cart = z.output<typeof CartAnswer>;
export type Part = Cart['sellers'][number];
export type Words = (typeof words)['es'];

export const field = (
  name: string,
  label: string,
  value: string | undefined,
  attributes: Html,
  after: Content = null,
): Html =>
  html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value ?? ''}" ${attributes}>${after}</div>`;
