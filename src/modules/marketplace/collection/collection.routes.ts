import { route } from '#platform/http/route.ts';
import { ProductAnswer } from '../listing/listing.schema.ts';
import { productList } from '../listing/listing.sql.ts';
import { collectionPage, collectionsPage } from '../page/collection-page.ts';
import { productPage } from '../page/product.ts';
import { OperatorOnly } from '../review/review.ts';
import {
  CollectionChange,
  CollectionPage,
  CollectionProducts,
  MarketCollection,
  NewCollection,
  PublicCollection,
} from './collection.schema.ts';
import { collectionList } from './collection.sql.ts';
import {
  changeCollection,
  createCollection,
  describePublic,
  listCollections,
  listProducts,
  openCollection,
  readProduct,
  removeCollection,
} from './collection.ts';

const READS_PER_HOUR = 3_600;

export const collectionRoutes = [
  route('GET', '/v1/marketplace/collection', 'public', {
    action: 'listCollections',
    summary: 'List collections',
    description: 'The published collections of the marketplace. A browser gets a page.',
    attemptsPerHour: READS_PER_HOUR,
    query: collectionList.query,
    returns: CollectionPage,
    page: collectionsPage,
    handler: (ctx, { query }) => listCollections(ctx, query),
  }),
  route('GET', '/v1/marketplace/collection/:collectionId', 'public', {
    action: 'readCollection',
    summary: 'Read a collection',
    description: 'A published collection. Its products are a list of their own.',
    attemptsPerHour: READS_PER_HOUR,
    returns: PublicCollection,
    handler: async (ctx, { params }) => describePublic(ctx, await openCollection(ctx, params.collectionId)),
  }),
  route('GET', '/v1/marketplace/collection/:collectionId/products', 'public', {
    action: 'listProducts',
    summary: 'List the products of a collection',
    description:
      'Products of all sellers that the operator approved, with their prices including taxes. Filter by words, category, seller, price and stock; prices of different currencies are compared as numbers, so give a `currency` with a price. A browser gets a page.',
    attemptsPerHour: READS_PER_HOUR,
    query: productList.query,
    returns: CollectionProducts,
    examples: { query: { search: 'café', inStock: 'true', sort: 'price' } },
    page: collectionPage,
    handler: (ctx, { params, query }) => listProducts(ctx, params.collectionId, query),
  }),
  route('GET', '/v1/marketplace/product/:resourceId', 'public', {
    action: 'readProduct',
    summary: 'Read a product of the marketplace',
    description: 'A product that the operator approved, with its price including taxes. A browser gets a page.',
    attemptsPerHour: READS_PER_HOUR,
    returns: ProductAnswer,
    page: productPage,
    handler: (ctx, { params }) => readProduct(ctx, params.resourceId),
  }),
  route('POST', '/v1/marketplace/collection', 'marketplace:write', {
    action: 'createCollection',
    summary: 'Create a collection',
    description:
      'A collection of listed products: all, those of a category, or chosen ones. Only for the organization of the operator.',
    status: 201,
    body: NewCollection,
    returns: MarketCollection,
    refusals: [OperatorOnly],
    examples: { body: { name: 'Café dominicano', category: 'Café' } },
    handler: (ctx, { body }) => createCollection(ctx, body),
  }),
  route('PATCH', '/v1/marketplace/collection/:collectionId', 'marketplace:write', {
    summary: 'Change a collection',
    description: 'Changes a collection of the marketplace. Only for the organization of the operator.',
    body: CollectionChange,
    returns: MarketCollection,
    refusals: [OperatorOnly],
    examples: { body: { published: false } },
    handler: (ctx, { params, body }) => changeCollection(ctx, params.collectionId, body),
  }),
  route('DELETE', '/v1/marketplace/collection/:collectionId', 'marketplace:write', {
    summary: 'Delete a collection',
    description: 'Its products stay listed. Only for the organization of the operator.',
    refusals: [OperatorOnly],
    handler: (ctx, { params }) => removeCollection(ctx, params.collectionId),
  }),
];
