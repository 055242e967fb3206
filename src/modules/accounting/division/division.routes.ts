import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { DivisionArchived } from './closed-balances.ts';
import { ConversionsProviderUnknown, ConversionsTokenMissing, ConversionsUrlNotAllowed } from './conversions.ts';
import { ConversionsSettings, DivisionFields, DivisionView } from './division.schema.ts';
import {
  changeDivision,
  createDivision,
  DivisionCodeTaken,
  DivisionInUse,
  LastDivision,
  listDivisions,
  readDivision,
  SessionRequired,
  setActiveDivision,
  TooManyDivisions,
} from './division.ts';

const { name, kind, code, address, phone } = DivisionFields;
const conversionsRefusals = [ConversionsUrlNotAllowed, ConversionsTokenMissing, ConversionsProviderUnknown];

export const divisionRoutes = [
  route({
    method: 'POST',
    path: '/v1/division',
    summary: 'Add a division',
    description:
      'Adds a branch, a warehouse or a point of sale. Records, documents and stock can then say that they belong to it. `conversions` says where its sales are reported to.',
    access: { permission: 'accounting:write' },
    status: 201,
    body: z.strictObject({
      name,
      kind: kind.default('branch'),
      code: code.default(null),
      address: address.default(null),
      phone: phone.default(null),
      conversions: ConversionsSettings.nullable().default(null),
    }),
    returns: DivisionView,
    refusals: [DivisionCodeTaken, TooManyDivisions, ...conversionsRefusals],
    examples: { body: { name: 'Sucursal Santiago', kind: 'branch', code: 'STI' } },
    handler: (ctx, { body }) => createDivision(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/division',
    summary: 'Change or archive a division',
    description:
      'Changes what is given. An archived division takes nothing new and stays readable; it must hold no money, its point of sale must be closed, and it cannot be the last. The access token of `conversions` may be left out while the address stays the same.',
    access: { permission: 'accounting:write' },
    body: z.strictObject({
      id: z.uuid(),
      version: z.number().int().optional().describe('As read: refuses if someone changed it meanwhile.'),
      ...z.strictObject(DivisionFields).partial().shape,
      conversions: ConversionsSettings.nullable().optional().describe('Null forgets it.'),
      archived: z.boolean().optional(),
    }),
    returns: DivisionView,
    refusals: [DivisionCodeTaken, LastDivision, DivisionInUse, ...conversionsRefusals],
    examples: { body: { id: exampleId, phone: '809-555-0123', version: 1 } },
    handler: (ctx, { body }) => changeDivision(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/division',
    summary: 'List divisions',
    description:
      'The branches, warehouses and points of sale, by name. `active` tells which one this session works in.',
    access: { permission: 'accounting:read' },
    query: z.strictObject({
      ...pageQuery,
      kind: kind.optional(),
      archived: z.boolean().default(false).describe('Those that are archived, instead of those in use.'),
      search: z.string().trim().min(1).max(100).optional().describe('In name, code and address.'),
    }),
    returns: pageOf(DivisionView),
    examples: { query: { kind: 'pos', search: 'santiago' } },
    handler: (ctx, { query }) => listDivisions(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/division/active',
    action: 'activate',
    summary: 'Work in a division',
    description:
      'Chooses the division that this session works in, or none with null. It belongs to the session: two tills of one person stay apart. An API key has no session and names the division in each request.',
    access: { permission: 'accounting:read' },
    body: z.strictObject({ divisionId: z.uuid().nullable() }),
    returns: z.object({ division: DivisionView.nullable() }),
    refusals: [ReferenceNotFound, DivisionArchived, SessionRequired],
    examples: { body: { divisionId: exampleId } },
    handler: (ctx, { body }) => setActiveDivision(ctx, body.divisionId),
  }),
  route({
    method: 'GET',
    path: '/v1/division/:divisionId',
    summary: 'Read a division',
    description: 'One division. Of its conversions endpoint only the end of the access token is shown.',
    access: { permission: 'accounting:read' },
    params: z.strictObject({ divisionId: z.uuid() }),
    returns: DivisionView,
    handler: (ctx, { params }) => readDivision(ctx, params.divisionId),
  }),
];
