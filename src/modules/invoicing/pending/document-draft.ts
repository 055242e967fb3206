import type { Resource } from '#modules/catalog/index.ts';
import type { GoodsLine } from '../posting/goods.ts';
import type { Postings } from '../posting/postings.ts';
import type { Direction, PendingKind } from '../tables.ts';
import type { ElementTax, PendingElement } from './element.sql.ts';
import type { GivenElement, GivenHead } from './pending.schema.ts';
import type { PendingContent } from './pending.sql.ts';

/** A line of a draft: given by a request, or taken over from another document. */
export interface DraftElement extends GivenElement {
  id?: string | undefined;
  sourceElementId?: string | null | undefined;
  /** The taxes as applied before, unless `taxIds` replaces them. */
  taxes?: ElementTax[] | undefined;
  /** The reason of an offered discount. */
  discountReason?: string | null | undefined;
  /** A part of another line, with its share of that line's amounts. It is used only while its terms are the same. */
  part?: Omit<PendingElement, 'converted'> | undefined;
}

export interface DocumentToDraft extends GivenHead {
  kind: PendingKind;
  direction: Direction;
  elements: DraftElement[];
  templateId?: string | null | undefined;
  sourceId?: string | null | undefined;
  recurrencyId?: string | null | undefined;
  cycleOn?: string | null | undefined;
}

/** A document that is ready to be written: checked, priced, and with its postings. */
export interface DocumentDraft {
  content: PendingContent;
  elements: Omit<PendingElement, 'converted'>[];
  postings: Postings;
  /** The goods that leave or enter the stock. */
  goods: GoodsLine[];
  rules: Map<string, string>;
  /** Its items and their parts. */
  resources: Map<string, Resource>;
  /** The credit limit of its contact; null: none. */
  creditLimit: bigint | null;
}
