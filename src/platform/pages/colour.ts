import { z } from 'zod';

/** `#rrggbb`, kept in small letters. */
export const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0b6e4f')
  .toLowerCase()
  .meta({ description: '`#rrggbb`', example: '#0b6e4f' });

const WHITE = '#ffffff';
const INK = '#000000';
const ENOUGH_CONTRAST = 4.5;

/** The colour of text on a surface of this colour: white where it can be read (WCAG AA), else black. */
export const textOn = (surface: string): string => (contrast(surface, WHITE) >= ENOUGH_CONTRAST ? WHITE : INK);

/** The contrast of two colours as WCAG defines it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
