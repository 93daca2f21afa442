/**
 * Tests of what an account makes: a fill at the very ms of the account's first sample may be part of what was held by
 * then, and belongs to no trade.
 */
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { firstPositions } from '../app/api/samples/sample-store.ts'
import { presentOwner } from '../app/api/venue/owner.ts'
import { ownerKey } from '../core/domain/owner.ts'
import { must } from '../core/domain/must.ts'
import { pass } from './stepped-clock.ts'

/** Waits until the account that is signed in has its first sample, and a little longer. */
export async function waitForFirstSample(): Promise<void> {
  await waitFor(async () =>
    expect(await firstPositions(ownerKey(must(presentOwner(), 'who is signed in')))).toBeDefined(),
  )
  await pass(5)
}
