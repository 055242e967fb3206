import { z } from 'zod';
import { DivisionArchived } from '#modules/accounting/index.ts';
import { archived, listOf, oneOf } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { deliveryMethods } from '../tables.ts';
import { DeliveryMethod, DeliveryMethodChange, deliveryKinds, NewDeliveryMethod } from './delivery-method.schema.ts';
import {
  changeMethod,
  createMethod,
  describeMethod,
  PickupHasNoZones,
  PickupNeedsBranch,
  TooManyDeliveryMethods,
} from './delivery-method.ts';

const methodList = listOf(deliveryMethods, {
  filters: {
    kind: oneOf('kind', z.enum(deliveryKinds), 'Methods of one of these kinds.'),
    divisionId: oneOf('divisionId', z.uuid(), 'Methods of one of these divisions (branches).'),
    archived,
  },
  sort: { place: 'place', name: 'name', created: 'createdAt' },
  order: 'place',
});

const refusals = [ReferenceNotFound, DivisionArchived, PickupNeedsBranch, PickupHasNoZones];

export const deliveryMethodRoutes = [
  route('POST', '/v1/marketplace/delivery-method', 'marketplace:write', {
    action: 'createDeliveryMethod',
    summary: 'Create a delivery method',
    description:
      'A way (shipping option) in which buyers get what they order on the website or the marketplace: collected at a branch, or delivered to the zones that it serves, free or for the price of a service. Once there is one, each buyer chooses among them, and the setting `deliveryResourceId` no longer applies.',
    status: 201,
    body: NewDeliveryMethod,
    returns: DeliveryMethod,
    refusals: [...refusals, TooManyDeliveryMethods],
    examples: {
      body: {
        kind: 'delivery',
        name: 'Mensajero',
        details: 'El mismo día si pides antes de las 3:00 p. m.',
        freeFrom: '2500.00',
        zones: [{ province: 'Distrito Nacional' }, { province: 'Santo Domingo', city: 'Santo Domingo Este' }],
      },
    },
    handler: (ctx, { body }) => createMethod(ctx, body),
  }),
  route('GET', '/v1/marketplace/delivery-method', 'marketplace:read', {
    action: 'listDeliveryMethods',
    summary: 'List delivery methods',
    description: 'In the order in which buyers see them.',
    query: methodList.query,
    returns: pageOf(DeliveryMethod),
    examples: { query: { kind: 'pickup' } },
    handler: (ctx, { query }) => methodList.page(ctx, query, (rows) => rows.map((row) => describeMethod(ctx, row))),
  }),
  route('GET', '/v1/marketplace/delivery-method/:deliveryMethodId', 'marketplace:read', {
    action: 'readDeliveryMethod',
    summary: 'Read a delivery method',
    description: 'Its kind, branch, charge and zones.',
    returns: DeliveryMethod,
    handler: async (ctx, { params }) => describeMethod(ctx, await deliveryMethods.get(ctx, params.deliveryMethodId)),
  }),
  route('PATCH', '/v1/marketplace/delivery-method/:deliveryMethodId', 'marketplace:write', {
    summary: 'Change or archive a delivery method',
    description:
      'Fields that are left out stay as they are. Open carts follow the change; a buyer whose method is archived, or no longer serves their address, chooses again before ordering. Orders keep what was chosen.',
    body: DeliveryMethodChange,
    returns: DeliveryMethod,
    refusals,
    examples: { body: { freeFrom: '3000.00' } },
    handler: (ctx, { params, body }) => changeMethod(ctx, params.deliveryMethodId, body),
  }),
  route('DELETE', '/v1/marketplace/delivery-method/:deliveryMethodId', 'marketplace:write', {
    summary: 'Delete a delivery method',
    description: 'Buyers who chose it choose again. Orders keep what was chosen.',
    handler: (ctx, { params }) => deliveryMethods.remove(ctx, params.deliveryMethodId),
  }),
];
