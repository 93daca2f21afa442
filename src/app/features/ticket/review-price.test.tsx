// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { dec, type Decimal } from '../../../core/domain/decimal.ts'
import { ReviewPrice } from './review-price.tsx'

afterEach(cleanup)

const order = { price: dec('-1840'), quantity: dec('1.8'), market_id: '0' }

function textOf(quantity: Decimal, now: Decimal | undefined): string | null {
  return render(<ReviewPrice order={{ ...order, quantity }} side="buy" isPackage now={now} />).container.textContent
}

test('a review states its price once, and the price of now only if it differs', () => {
  expect(textOf(dec('1.8'), dec('-1840'))).toBe('Receive at least 1,840 3,312 in total')
  expect(textOf(dec('1.8'), dec('-1850'))).toBe('Receive at least 1,840 1,850 now · 3,312 in total')
  expect(textOf(dec('1'), undefined)).toBe('Receive at least 1,840 ')
})
