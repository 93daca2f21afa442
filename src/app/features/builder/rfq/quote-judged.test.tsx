// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { mergeSaved } from '../../../api/journal/merge-saved.ts'
import { presentOwner } from '../../../api/venue/owner.ts'
import { ownerKey, type OwnerKey } from '../../../../core/domain/owner.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { quoteAgainstOwn } from '../../../../core/pricing/quality/quote-against-own.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import { takenRfq } from '../../../../testing/taken-rfq.fixture.ts'
import { QuoteJudged } from './quote-judged.tsx'

const atMs = Date.UTC(2026, 10, 20, 9)
let owner: OwnerKey

startPage()
beforeEach(() => void (owner = ownerKey(presentOwner()!)))

const earlier = (count: number) =>
  Array.from({ length: count }, (_, at) => takenRfq(owner, `rfq-${at}`, atMs - (at + 1) * 3_600_000)).flat()

it('the sentence on a live RFQ compares its best quote with the last RFQs of its kind, in vol points', async () => {
  const orders = earlier(20)
  await mergeSaved(owner, {
    rows: [],
    orders: [...orders, ...takenRfq(owner, 'old', atMs - 91 * dayMs, 900)],
    notes: [],
    samples: [],
  })
  const [rfq] = takenRfq(owner, 'now', atMs, 80)
  await mountPage(<QuoteJudged rfq={rfq} />)
  const worse = quoteAgainstOwn(rfq, orders)?.worse ?? Number.NaN
  expect(worse).toBeGreaterThan(0.05)
  expect((await screen.findByTestId('quote-judged')).textContent).toBe(
    `The best quote so far is ${worse.toPrecision(2).slice(0, 3)} vol worse than your last 20 of this kind.`,
  )
})
