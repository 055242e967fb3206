// Writes what is derived: database types, openapi.json, the client's types, the event catalogue. `npm run generate`.
import { generateAll } from './generated.ts';

await generateAll('write');
