/** The words of products on a website. */
export const words = {
  es: {
    search: 'Buscar productos',
    find: 'Buscar',
    none: 'No hay productos con ese nombre.',
    empty: 'Todavía no hay productos.',
    ask: 'Consulta el precio',
    more: 'Ver más',
    add: 'Agregar',
    addNamed: (name: string) => `Agregar ${name} al carrito`,
    soldOut: 'Agotado',
    cart: 'Carrito',
  },
  en: {
    search: 'Search products',
    find: 'Search',
    none: 'There are no products with this name.',
    empty: 'There are no products yet.',
    ask: 'Ask for the price',
    more: 'See more',
    add: 'Add',
    addNamed: (name: string) => `Add ${name} to the cart`,
    soldOut: 'Sold out',
    cart: 'Cart',
  },
};
