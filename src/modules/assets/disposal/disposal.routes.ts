import { AccountArchived, AccountNotPostable, CurrencyMismatch, guardRefusals } from '#modules/accounting/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AssetView } from '../asset/asset.schema.ts';
import { AssetDisposed } from '../asset/asset.ts';
import { NewDisposal } from './disposal.schema.ts';
import {
  DisposalDateOutOfRange,
  disposeOf,
  NotASale,
  NotDisposed,
  ProceedsRequired,
  undoDisposal,
} from './disposal.ts';

export const disposalRoutes = [
  route('POST', '/v1/asset/:assetId/disposal', 'accounting:write', {
    action: 'dispose',
    summary: 'Sell or scrap a fixed asset',
    description:
      'Depreciates it up to that day, takes its cost and its depreciation out of the books, and posts the gain or loss (posting rules `assetGain`, `assetLoss`), in one record. If it was sold with an invoice, that has posted the money: the account of its line is debited.',
    status: 201,
    body: NewDisposal,
    returns: AssetView,
    refusals: [
      ReferenceNotFound,
      AssetDisposed,
      DisposalDateOutOfRange,
      ProceedsRequired,
      NotASale,
      CurrencyMismatch,
      AccountArchived,
      AccountNotPostable,
      ...guardRefusals,
    ],
    examples: { body: { kind: 'sold', date: '2026-11-10', proceeds: '900000.00', accountId: exampleId } },
    handler: (ctx, { params, body }) => disposeOf(ctx, params.assetId, body),
  }),
  route('DELETE', '/v1/asset/:assetId/disposal', 'accounting:write', {
    action: 'undoDisposal',
    summary: 'Undo the disposal of a fixed asset',
    description: 'Voids its record. The asset is there again, and the months since then are depreciated.',
    returns: AssetView,
    refusals: [NotDisposed, ...guardRefusals],
    handler: (ctx, { params }) => undoDisposal(ctx, params.assetId),
  }),
];
