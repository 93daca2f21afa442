/**
 * Waits for an account's first sample. A fill in the same ms may be part of the positions found then, and belong to no
 * trade.
 */
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { firstPositions } from '../app/api/samples/sample-store.ts'
import { presentOwner } from '../app/api/venue/owner.ts'
import { ownerKey } from '../core/domain/owner.ts'
import { must } from '../core/domain/must.ts'
import { pass } from './stepped-clock.ts'

export async function waitForFirstSample(): Promise<void> {
  await waitFor(async () =>
    expect(await firstPositions(ownerKey(must(presentOwner(), 'who is signed in')))).toBeDefined(),
  )
  await pass(5)
}
