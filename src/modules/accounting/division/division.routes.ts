import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { divisions } from '../tables.ts';
import { DivisionArchived } from './closed-balances.ts';
import { ConversionsProviderUnknown, ConversionsTokenMissing, ConversionsUrlNotAllowed } from './conversions.ts';
import { DivisionChange, DivisionView, NewDivision } from './division.schema.ts';
import { divisionList } from './division.sql.ts';
import {
  changeDivision,
  createDivision,
  DivisionCodeTaken,
  DivisionInUse,
  describeDivision,
  describeDivisions,
  LastDivision,
  SessionRequired,
  setActiveDivision,
  TooManyDivisions,
} from './division.ts';

const conversionsRefusals = [ConversionsUrlNotAllowed, ConversionsTokenMissing, ConversionsProviderUnknown];

export const divisionRoutes = [
  route('POST', '/v1/division', 'accounting:write', {
    summary: 'Add a division',
    description:
      'Adds a branch, a warehouse or a point of sale, to which records, documents and stock can then belong. `conversions` is where its sales are reported as conversions.',
    status: 201,
    body: NewDivision,
    returns: DivisionView,
    refusals: [DivisionCodeTaken, TooManyDivisions, ...conversionsRefusals],
    examples: { body: { name: 'Sucursal Santiago', kind: 'branch', code: 'STI' } },
    handler: (ctx, { body }) => createDivision(ctx, body),
  }),
  route('PATCH', '/v1/division', 'accounting:write', {
    summary: 'Change or archive a division',
    description:
      'Changes what is given. An archived division stays readable and cannot be used for anything new; it must hold no money, its point of sale must be closed, and it cannot be the last. The access token of `conversions` may be left out while the address stays the same.',
    body: DivisionChange,
    returns: DivisionView,
    refusals: [DivisionCodeTaken, LastDivision, DivisionInUse, ...conversionsRefusals],
    examples: { body: { id: exampleId, phone: '809-555-0123', version: 1 } },
    handler: (ctx, { body }) => changeDivision(ctx, body),
  }),
  route('GET', '/v1/division', 'accounting:read', {
    summary: 'List divisions',
    description:
      'The branches, warehouses and points of sale, by name. `active` marks the one that this session works in.',
    query: divisionList.query,
    returns: pageOf(DivisionView),
    examples: { query: { kind: 'pos', search: 'santiago' } },
    handler: (ctx, { query }) => divisionList.page(ctx, query, (rows) => describeDivisions(ctx, rows)),
  }),
  route('POST', '/v1/division/active', 'accounting:read', {
    action: 'activate',
    summary: 'Choose the active division',
    description:
      'Chooses the division that this session works in, or none with null. It belongs to the session, so that one person can work at two tills. An API key has no session and names the division in each request.',
    body: z.strictObject({ divisionId: z.uuid().nullable().describe('The branch to work in; null: none.') }),
    returns: z.object({
      division: DivisionView.nullable().describe('The branch that the session works in now; null: none.'),
    }),
    refusals: [ReferenceNotFound, DivisionArchived, SessionRequired],
    examples: { body: { divisionId: exampleId } },
    handler: (ctx, { body }) => setActiveDivision(ctx, body.divisionId),
  }),
  route('GET', '/v1/division/:divisionId', 'accounting:read', {
    summary: 'Read a division',
    description: 'One division. Of its conversions endpoint only the end of the access token is shown.',
    returns: DivisionView,
    handler: async (ctx, { params }) => describeDivision(ctx, await divisions.get(ctx, params.divisionId)),
  }),
];
