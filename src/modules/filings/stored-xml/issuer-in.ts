import type { FiscalStamp } from '#modules/invoicing/index.ts';
import { ownTextIn } from '../xml/xml.ts';
import places from './places.json' with { type: 'json' };

/** The issuer as a signed document names it, with the names of its municipality and province. */
export function issuerIn(signedXml: string): FiscalStamp['issuer'] {
  const at = (name: string): string | null => ownTextIn(signedXml, name);
  const nameOf = (code: string | null): string | null => code && (places[code as keyof typeof places] ?? code);
  const place = [nameOf(at('Municipio')), nameOf(at('Provincia'))].filter((name) => name !== null).join(', ');
  return {
    name: at('RazonSocialEmisor') ?? '',
    tradeName: at('NombreComercial'),
    taxId: at('RNCEmisor') ?? '',
    address: at('DireccionEmisor'),
    place: place || null,
  };
}
