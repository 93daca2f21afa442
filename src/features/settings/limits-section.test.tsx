// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownLimitBreaches, setOwnLimits } from '../../api/order-desk/own-limits.ts'
import { dec } from '../../domain/decimal.ts'
import { clientOrderId } from '../../domain/ids.ts'
import { noLimits } from '../../domain/own-limits.ts'
import '../../testing/overlays-there.tsx'
import { LimitsSection } from './limits-section.tsx'

beforeEach(() => {
  localStorage.clear()
  setOwnLimits(noLimits)
})
afterEach(cleanup)

const order = {
  symbol: 'BTC-USD',
  market_id: '0',
  side: 'buy',
  type: 'LIMIT',
  time_in_force: 'IOC',
  quantity: dec('2'),
  price: dec('100'),
  client_order_id: clientOrderId('a'),
}
const breaches = () => ownLimitBreaches({ order, context: { title: '' } }, [], 0).map(each => each.kind)

test('a limit holds from the moment its field is left, and is kept', async () => {
  render(<LimitsSection />)
  await userEvent.type(screen.getByLabelText('Max order value'), '199.5')
  expect(breaches()).toEqual([])
  await userEvent.tab()
  expect(breaches()).toEqual(['cash'])
  expect(localStorage.getItem('legwork.limits')).toContain('199.5')
})
test('an invalid limit is reported, and the previous limit stays', async () => {
  setOwnLimits({ ...noLimits, cash: dec('150') })
  render(<LimitsSection />)
  const field = screen.getByLabelText('Max order value')
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  await userEvent.tab()
  expect(screen.getByText(/above zero, or nothing/)).toBeTruthy()
  expect(breaches()).toEqual(['cash'])
})
test('an emptied field lifts the limit', async () => {
  setOwnLimits({ ...noLimits, cash: dec('150') })
  render(<LimitsSection />)
  await userEvent.clear(screen.getByLabelText('Max order value'))
  await userEvent.tab()
  expect(breaches()).toEqual([])
})
test('a pace is whole orders', async () => {
  render(<LimitsSection />)
  await userEvent.type(screen.getByLabelText('Max orders per minute'), '1.5')
  await userEvent.tab()
  expect(screen.getByText(/a whole number above zero/)).toBeTruthy()
})
