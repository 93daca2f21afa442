// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ownerKey } from '../../../core/domain/owner.ts'
import { realisedOf } from '../../../core/domain/realised.ts'
import '../../../testing/sized-elements.ts'
import { takenRfq } from '../../../testing/taken-rfq.fixture.ts'
import { ResultsOf } from './results-panel.tsx'

afterEach(cleanup)

const atMs = Date.UTC(2026, 10, 20, 9)
const [, bought] = takenRfq(ownerKey({ venueKey: 'v', account: 'a' }), 'one', atMs)
const realised = { ...realisedOf({ fills: [], nowMs: atMs }), sinceMs: atMs, unread: [] }

it('results while nothing was closed have no realised amount, and keep their grouping where they have no row', async () => {
  render(
    <ResultsOf
      orders={new Map([[bought.client_order_id, bought]])}
      realised={realised}
      rolled={new Map()}
      notes={new Map()}
    />,
  )
  const user = userEvent.setup()
  expect(screen.getByText('Bull call spread')).toBeTruthy()
  expect(screen.queryByText('0.00')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Weekday' }))
  expect(screen.getByText('Nothing was closed yet.')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'By structure' }))
  expect(screen.getByText('Bull call spread')).toBeTruthy()
})
