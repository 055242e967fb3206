import type { OutgoingMessage } from '#modules/chats/index.ts';

/** A message in the words of the provider. A user without a number is reached by their id. */
export function payloadOf(message: OutgoingMessage, mediaId: string | null): object {
  if (message.via === 'social-a') return { message: message.text };
  const { userId, phone } = message.to;
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(phone ? { to: phone.replace('+', '') } : { recipient: userId }),
    biz_opaque_callback_data: message.reference,
    ...(message.replyTo && message.type !== 'reaction' && { context: { message_id: message.replyTo } }),
    ...bodyOf(message, mediaId),
  };
}

function bodyOf({ type, text, content, replyTo, file }: OutgoingMessage, mediaId: string | null): object {
  switch (type) {
    case 'image':
    case 'video':
      return { type, [type]: { id: mediaId, ...(text && { caption: text }) } };
    case 'document':
      return { type, [type]: { id: mediaId, filename: file?.name, ...(text && { caption: text }) } };
    case 'audio':
      return { type, [type]: { id: mediaId } };
    case 'reaction':
      return { type, [type]: { message_id: replyTo, emoji: content.emoji ?? '' } };
    case 'location':
      return { type, [type]: content.location };
    case 'template':
      return { type, [type]: templateOf(content, mediaId, file) };
    case 'interactive':
      return { type, [type]: interactiveOf(text, content) };
    default:
      return { type: 'text', text: { body: text, preview_url: true } };
  }
}

/** A header that is a file names the uploaded bytes. */
function templateOf(content: Record<string, unknown>, mediaId: string | null, file: OutgoingMessage['file']): object {
  const { template, media } = content as { template: { components: object[] }; media?: string };
  if (!media || !mediaId) return template;
  const named = { id: mediaId, ...(media === 'document' && { filename: file?.name }) };
  const header = { type: 'header', parameters: [{ type: media, [media]: named }] };
  return { ...template, components: [header, ...template.components] };
}

function interactiveOf(text: string, content: Record<string, unknown>): object {
  const { buttons, list } = content as {
    buttons?: { payload: string; title: string }[];
    list?: { button: string; rows: { payload: string; title: string; description?: string }[] };
  };
  const body = { text };
  const named = <T extends { payload: string }>({ payload: id, ...rest }: T) => ({ id, ...rest });
  if (list) {
    const sections = [{ title: list.button, rows: list.rows.map(named) }];
    return { type: 'list', body, action: { button: list.button, sections } };
  }
  const replies = (buttons ?? []).map((button) => ({ type: 'reply', reply: named(button) }));
  return { type: 'button', body, action: { buttons: replies } };
}
