import type { Resource } from '#modules/catalog/index.ts';
import type { GoodsLine } from '../posting/goods.ts';
import type { Postings } from '../posting/postings.ts';
import type { Direction, PendingKind } from '../tables.ts';
import type { ElementTax, PendingElement } from './element.sql.ts';
import type { GivenElement, GivenHead } from './pending.schema.ts';
import type { PendingContent } from './pending.sql.ts';

/** A line as it is drafted: given by a person, or taken over from a document that is known. */
export interface DraftElement extends GivenElement {
  id?: string | undefined;
  sourceElementId?: string | null | undefined;
  /** The taxes as they were used before, where `taxIds` says nothing else. */
  taxes?: ElementTax[] | undefined;
  /** Why there is the discount, where it was offered. */
  discountReason?: string | null | undefined;
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

/** A document that could be written: its references exist, it is priced, and what it would post is known. */
export interface DocumentDraft {
  content: PendingContent;
  elements: Omit<PendingElement, 'converted'>[];
  postings: Postings;
  /** What it takes out of stock, or brings into it. */
  goods: GoodsLine[];
  rules: Map<string, string>;
  /** Its items, and what they are made of. */
  resources: Map<string, Resource>;
  /** What its contact may owe in all; null: whatever it wants. */
  creditLimit: bigint | null;
}
