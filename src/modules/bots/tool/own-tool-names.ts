/** The business's own tools: what a bot may look up or do in a conversation, each over the rules of the API. */
export const ownToolNames = [
  'find_products',
  'find_documents',
  'open_invoices',
  'make_quote',
  'payment_page',
  'send_document',
  'free_slots',
  'book_slot',
] as const;
export type OwnToolName = (typeof ownToolNames)[number];

export const isOwnTool = (name: string): name is OwnToolName => (ownToolNames as readonly string[]).includes(name);
