// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { dec, zero } from '../../../../core/domain/decimal.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import { rfqCard } from '../../../../testing/rfq-card.fixture.ts'
import { FirmUp } from './firm-up.tsx'

startPage({ account: 'firm-up' })

const wanted = rfqCard({ legs: [{ symbol: 'PTF-USD', ratio: 1 }], symbol: 'PTF-USD', quantity: dec('1500') })

function Sized() {
  const [left, setLeft] = useState(dec('1500'))
  return (
    <>
      <button type="button" onClick={() => setLeft(left === zero ? dec('500') : zero)}>
        Next
      </button>
      <FirmUp card={{ ...wanted, count: { ...wanted.count, left } }} best={undefined} disabled={false} />
    </>
  )
}
const next = () => act(async () => void fireEvent.click(screen.getByText('Next')))

test('nothing can be firmed up while nothing is left, and the typed price is there again once something is', async () => {
  await mountPage(<Sized />, '/')
  const price = await screen.findByLabelText<HTMLInputElement>(/price/i)
  await act(async () => void fireEvent.change(price, { target: { value: '0.5' } }))
  await next()
  const fold = screen.getByRole('group')
  expect(fold.textContent).toContain('No size of this RFQ is left.')
  expect(within(fold).queryAllByRole('button')).toEqual([])
  await next()
  expect(screen.getByLabelText<HTMLInputElement>(/price/i).value).toBe('0.5')
  expect(fold.textContent).toContain('Only 500 of this RFQ is left.')
})
