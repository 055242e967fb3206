import { type SigningKey, signXml } from './ecf-signature.ts';

/** Signs several documents with one key. */
export default ({ xmls, key }: { xmls: string[]; key: SigningKey }) => xmls.map((xml) => signXml(xml, key));
