import { z } from 'zod';
import { tableAnswer } from '#platform/export/download.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { priceOf } from '../message/describe.ts';
import { diffusions } from '../tables.ts';
import { TemplateParameters, TemplateUnsupported } from '../template/facts.ts';
import { describeDiffusion, describeDiffusions } from './describe.ts';
import { DiffusionChange, DiffusionPreview, DiffusionView, NewDiffusion, Recipient } from './diffusion.schema.ts';
import {
  AudienceEmpty,
  AudienceTooLarge,
  ChannelUnsuited,
  changeDiffusion,
  createDiffusion,
  DiffusionActive,
  DiffusionNotRunning,
  DiffusionOver,
  DiffusionStarted,
  deleteDiffusion,
  readChangedFile,
  StartInPast,
  startDiffusion,
  TemplatesNotReady,
  TooManyDiffusions,
} from './diffusion.ts';
import { exportLogs, LogsExportQuery } from './export.ts';
import { diffusionList, type LogRow, recipientList } from './logs.sql.ts';
import { previewDiffusion } from './preview.ts';
import { readAudienceFile } from './read-file.ts';

const contentRefusals = [ChannelUnsuited, TemplateParameters, TemplateUnsupported, ReferenceNotFound];
const describeRecipient = ({ priceCategory, isBilled, ...row }: LogRow) => ({
  ...row,
  price: priceOf({ priceCategory, isBilled }),
});

export const diffusionRoutes = [
  route('GET', '/v1/conversation-diffusion', 'chats:read', {
    summary: 'List diffusions',
    description: 'Campaigns, newest first, each with its counts in all and by template.',
    query: diffusionList.query,
    returns: pageOf(DiffusionView),
    examples: { query: { state: 'running' } },
    handler: (ctx, { query }) => diffusionList.page(ctx, query, (rows) => describeDiffusions(ctx, rows)),
  }),
  route('GET', '/v1/conversation-diffusion/:id', 'chats:read', {
    summary: 'Read a diffusion',
    description:
      'Its state, its counts, and why it waits, if it does. `queued`, `sending`, `held`, `sent`, `failed`, `skipped` and `canceled` always add up to `audience`.',
    returns: DiffusionView,
    handler: async (ctx, { params: { id } }) => describeDiffusion(ctx, await diffusions.get(ctx, id)),
  }),
  route('POST', '/v1/conversation-diffusion', 'chats:write', {
    summary: 'Draft a diffusion',
    description:
      'A campaign: an approved template, or two to compare, for a list of conversations, for contacts that match a filter, or for the rows of a CSV or XLSX file. Nothing is sent before it is started.',
    status: 201,
    body: NewDiffusion,
    returns: DiffusionView,
    refusals: contentRefusals,
    examples: {
      body: {
        name: 'Ofertas de noviembre',
        channelId: exampleId,
        audience: { filter: { label: 'vip', sellerId: otherExampleId } },
        templates: [
          { name: 'oferta', language: 'es', parameters: { header: [], body: ['{{contact.name}}'], buttons: [] } },
        ],
        timeZone: 'America/Santo_Domingo',
        localStart: '2026-11-20T09:00:00',
        windows: [{ day: 5, from: '09:00', to: '18:00' }],
      },
    },
    prepare: (steps, { body }) => readAudienceFile(steps, body.audience, body.templates),
    handler: async (ctx, { body, prepared }) => describeDiffusion(ctx, await createDiffusion(ctx, body, prepared)),
  }),
  route('PATCH', '/v1/conversation-diffusion', 'chats:write', {
    summary: 'Change, pause, resume or cancel a diffusion',
    description:
      'A draft can be changed; one that was started only in its name and its windows. A paused diffusion keeps the rest until it is resumed. Messages that are on their way arrive.',
    body: DiffusionChange,
    returns: DiffusionView,
    refusals: [...contentRefusals, DiffusionStarted, DiffusionOver, DiffusionNotRunning],
    examples: {
      body: { id: exampleId, channelId: exampleId, audience: { filter: { label: 'vip', sellerId: otherExampleId } } },
    },
    prepare: (steps, { body }) => readChangedFile(steps, body),
    handler: async (ctx, { body, prepared }) => describeDiffusion(ctx, await changeDiffusion(ctx, body, prepared)),
  }),
  route('DELETE', '/v1/conversation-diffusion', 'chats:write', {
    summary: 'Delete a diffusion',
    description: 'A draft, or one that is over, with its log. The messages stay in their conversations.',
    body: z.strictObject({ id: z.uuid() }),
    refusals: [DiffusionActive],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => deleteDiffusion(ctx, body.id),
  }),
  route('POST', '/v1/conversation-diffusion/:id/start', 'chats:write', {
    summary: 'Start a diffusion',
    description:
      'Writes down every recipient and sends to each of them once, at its time and in its windows, within the pace and the daily budget of the number.',
    returns: DiffusionView,
    refusals: [
      DiffusionStarted,
      DiffusionOver,
      StartInPast,
      TemplatesNotReady,
      AudienceEmpty,
      AudienceTooLarge,
      TooManyDiffusions,
    ],
    handler: async (ctx, { params: { id } }) => describeDiffusion(ctx, await startDiffusion(ctx, id)),
  }),
  route('GET', '/v1/conversation-diffusion/:id/logs', 'chats:read', {
    summary: 'List the recipients with their outcome',
    description: 'In the order of the audience, those who were left out included, with the provider’s own answer.',
    query: recipientList.query,
    returns: pageOf(Recipient),
    examples: { query: { state: 'failed' } },
    handler: async (ctx, { params: { id }, query }) => {
      await diffusions.get(ctx, id);
      return recipientList.page(ctx, { ...query, diffusionId: id }, (rows) => rows.map(describeRecipient));
    },
  }),
  route('GET', '/v1/conversation-diffusion/:id/logs/export', 'chats:read', {
    action: 'exportLogs',
    summary: 'Export the log of a diffusion',
    description: 'Every recipient that matches, as CSV or as a spreadsheet, sent while it is read.',
    downloads: true,
    query: LogsExportQuery,
    returns: tableAnswer,
    examples: { query: { format: 'xlsx' } },
    handler: (steps, { params: { id }, query }) => exportLogs(steps, id, query),
  }),
  route('GET', '/v1/conversation-diffusion/:id/preview', 'chats:read', {
    action: 'preview',
    summary: 'Preview a diffusion',
    description:
      'Whom it would reach now, who is left out and why, what it costs, what keeps it from being sent, and how some of the messages look.',
    returns: DiffusionPreview,
    handler: (ctx, { params: { id } }) => previewDiffusion(ctx, id),
  }),
];
