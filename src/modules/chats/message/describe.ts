import type { TenantContext } from '#platform/context.ts';
import { type Medium, type Message, messageMedia } from '../tables.ts';

/** Adds to each message its pictures, sounds and documents. */
export async function describeMessages(ctx: TenantContext, rows: Message[]) {
  const media = Map.groupBy(
    await messageMedia.all(ctx, { messageId: rows.map(({ id }) => id) }, { orderBy: ['id'] }),
    ({ messageId }) => messageId,
  );
  return rows.map(({ providerMessageId, priceCategory, isBilled, seq, ...message }) => ({
    ...message,
    seq: String(seq),
    channelMessageId: providerMessageId,
    price: priceOf({ priceCategory, isBilled }),
    media: (media.get(message.id) ?? []).map((medium) => describeMedium(ctx, medium)),
  }));
}

/** The price of a message at the provider. */
export const priceOf = ({ priceCategory, isBilled }: Pick<Message, 'priceCategory' | 'isBilled'>) =>
  priceCategory === null ? null : { category: priceCategory, isBilled: isBilled === true };

export const describeMedium = ({ publicUrl }: TenantContext, medium: Medium) => ({
  ...medium,
  url: `${publicUrl}/v1/chat/media/${medium.channelId}/${medium.id}`,
});

export const describeMessage = async (ctx: TenantContext, row: Message) => (await describeMessages(ctx, [row]))[0]!;
