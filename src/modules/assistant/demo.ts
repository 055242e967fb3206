import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

/** Two conversations of the owner: a question, and work that waits for an approval. */
export const chapters: DemoChapter[] = [
  {
    daysAgo: 0,
    tell: async ({ api, keep }) => {
      const asked = await unwrap(api.POST('/v1/automation/assistant', { body: { message: '¿Quién me debe?' } }));
      keep('assistant-conversation', 'debts', asked.conversationId);
      const message = 'Agrega el cliente Panadería La Espiga';
      const waiting = await unwrap(api.POST('/v1/automation/assistant', { body: { message } }));
      keep('assistant-conversation', 'waiting', waiting.conversationId);
    },
  },
];
