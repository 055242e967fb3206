import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertMembership } from '#modules/organization/organization/organization.sql.ts';
import { app, type Business, newBusiness, newPerson } from '#test/harness.ts';
import type { FaultKind } from '../../../adapters/payproc-simulator/faults.ts';

const { provider, control } = app.payprocSimulated;
