import { z } from 'zod';
import {
  type Messaging,
  type NewProviderTemplate,
  type OutgoingFile,
  type ProviderTemplate,
  TemplateGone,
} from '#modules/chats/index.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import type { GraphCalls, GraphOptions } from './graph-calls.ts';

/** An account has at most 6,000 templates. */
const PAGES_MAX = 70;
const PER_PAGE = 100;
const FIELDS = 'id,name,language,category,status,components,rejected_reason,quality_score';

const Listed = z.looseObject({
  id: z.coerce.string(),
  name: z.string(),
  language: z.string(),
  category: z.string().default('UNKNOWN'),
  status: z.string(),
  components: z.array(z.record(z.string(), z.unknown())).default([]),
  rejected_reason: z.string().nullish(),
  quality_score: z.looseObject({ score: z.string().optional() }).optional(),
});
const Page = z.looseObject({
  data: z.array(Listed),
  paging: z
    .looseObject({ next: z.string().optional(), cursors: z.looseObject({ after: z.string().optional() }).optional() })
    .optional(),
});
const Submitted = z.looseObject({
  id: z.coerce.string().optional(),
  status: z.string().default('PENDING'),
  category: z.string().optional(),
});
const Done = z.looseObject({});

export function templateCalls(
  calls: GraphCalls,
  account: string,
  { appId }: GraphOptions,
): Pick<Messaging, 'listTemplates' | 'submitTemplate' | 'deleteTemplate'> {
  const path = `${encodeURIComponent(account)}/message_templates`;
  return {
    listTemplates: async () => {
      const templates: ProviderTemplate[] = [];
      let after = '';
      for (let page = 0; page < PAGES_MAX; page++) {
        const answer = await calls.read(`${path}?fields=${FIELDS}&limit=${PER_PAGE}${after}`, Page);
        templates.push(...answer.data.map(toTemplate));
        const cursor = answer.paging?.next && answer.paging.cursors?.after;
        if (!cursor) return templates;
        after = `&after=${encodeURIComponent(cursor)}`;
      }
      throw ProviderRefused('The account has more templates than the provider allows.');
    },
    submitTemplate: async (template, id) => {
      const { name, language, category } = template;
      const components = await withExample(template);
      const body = id ? { category, components } : { name, language, category, components };
      const made = await calls.write(id ? encodeURIComponent(id) : path, body, Submitted);
      return {
        id: id ?? made.id ?? '',
        name,
        language,
        category: made.category ?? category,
        status: made.status,
        components: template.components,
        reason: null,
        quality: null,
      };
    },
    deleteTemplate: async ({ id, name }) => {
      const query = `hsm_id=${encodeURIComponent(id)}&name=${encodeURIComponent(name)}`;
      // Error 100 says that there is no such template.
      await calls.remove(`${path}?${query}`, Done, { 100: TemplateGone }).catch((error: unknown) => {
        if (!isRefusal(error, TemplateGone)) throw error;
      });
    },
  };

  /** A header that is a file needs an uploaded example. */
  async function withExample({ components, headerFile }: NewProviderTemplate): Promise<Record<string, unknown>[]> {
    if (!headerFile) return components;
    const handle = await uploadExample(headerFile);
    return components.map((each) =>
      each.type === 'HEADER' ? { ...each, example: { header_handle: [handle] } } : each,
    );
  }

  async function uploadExample({ name, contentType, read }: OutgoingFile): Promise<string> {
    if (!appId) throw ProviderRefused('A header that is a file needs the id of the app (MSGAPP_APP_ID).');
    const bytes = await read();
    const facts = new URLSearchParams({ file_name: name, file_length: String(bytes.length), file_type: contentType });
    const session = await calls.write(`${appId}/uploads?${facts}`, {}, z.looseObject({ id: z.string() }));
    // The upload has its own word for the token.
    const authorization = calls.authorization.authorization.replace('Bearer', 'OAuth');
    const upload = calls.request(session.id, 'POST', { bytes, contentType }, { file_offset: '0', authorization });
    const { h } = await calls.ask(upload, z.looseObject({ h: z.string() }));
    return h;
  }
}

const toTemplate = (listed: z.infer<typeof Listed>): ProviderTemplate => ({
  id: listed.id,
  name: listed.name,
  language: listed.language,
  category: listed.category,
  status: listed.status,
  components: listed.components,
  reason: listed.rejected_reason && listed.rejected_reason !== 'NONE' ? listed.rejected_reason : null,
  quality: listed.quality_score?.score ?? null,
});
