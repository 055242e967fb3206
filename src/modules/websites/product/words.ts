import { bilingual } from '#platform/pages/language.ts';
/** The words of products on a website. */
export const words = bilingual({
  search: ['Buscar productos', 'Search products'],
  find: ['Buscar', 'Search'],
  none: ['No hay productos con ese nombre.', 'There are no products with this name.'],
  noneSuch: ['No hay productos así.', 'There are no such products.'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Quitar los filtros', 'Clear the filters'],
  empty: ['Todavía no hay productos.', 'There are no products yet.'],
  ask: ['Consulta el precio', 'Ask for the price'],
  more: ['Ver más', 'See more'],
  add: ['Agregar', 'Add'],
  addNamed: [(name: string) => `Agregar ${name} al carrito`, (name: string) => `Add ${name} to the cart`],
  soldOut: ['Agotado', 'Sold out'],
  cart: ['Carrito', 'Cart'],
});
