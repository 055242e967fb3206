import type { Module } from '#platform/module.ts';

/** The modules in the order of their dependencies: each may use those above it, and nothing below. */
export const modules: Module[] = [];
