/** Ids for the examples of routes and events. They show the shape of an id and belong to nothing. */
export const exampleId = '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d';
export const otherExampleId = '019a8c5e-8a11-7c55-8f6e-4b1d2c3e4f5a';
export const thirdExampleId = '019a8c5e-9b22-7d66-9a7f-5c2e3d4f5a6b';
