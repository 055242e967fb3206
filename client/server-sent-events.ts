export interface ServerSentEvent {
  id: string;
  event: string;
  data: string;
}

/** Reads the wire form of server-sent events. `onBytes` is called for everything that arrives, comments included. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      // A carriage return at the end may be the first half of a line end, so it waits for the next bytes.
      const text = pending + decoder.decode(value, { stream: true });
      const blocks = text.replace(/\r\n|\r(?!$)/g, '\n').split('\n\n');
      pending = blocks.pop()!;
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** A block without data is a comment or a hint about reconnecting. */
function parseBlock(block: string): ServerSentEvent | null {
  const fields = new Map<string, string[]>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line)!;
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const data = fields.get('data');
  if (!data) return null;
  return { id: fields.get('id')?.at(-1) ?? '', event: fields.get('event')?.at(-1) ?? 'message', data: data.join('\n') };
}
