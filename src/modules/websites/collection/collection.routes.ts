import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { SiteAddress } from '../blog/blog.schema.ts';
import { SiteCollection, SiteCollectionQuery } from './collection.schema.ts';
import { readCollection } from './collection.ts';
import { collectionPage } from './collection-page.ts';

export const collectionRoutes = [
  route('GET', '/v1/websites/site/:site/collections/:collectionId', 'public', {
    action: 'openCollection',
    summary: 'Open a collection of products of a website',
    description:
      'The products of a collection in `collectionIds` of the settings `website`, with the price of one unit for everyone, found by words and attributes. Never a cost or a stock. A page for a browser, JSON for a program.',
    params: z.strictObject({ site: SiteAddress, collectionId: z.uuid() }),
    query: SiteCollectionQuery,
    returns: SiteCollection,
    examples: { query: { search: 'arroz', attributes: '{"color":["Azul","Rojo"]}' } },
    page: collectionPage,
    handler: (ctx, { params, query }) => readCollection(ctx, params, query),
  }),
];
