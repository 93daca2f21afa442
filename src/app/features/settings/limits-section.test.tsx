// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { noteDayLoss } from '../../api/order-desk/day-loss.ts'
import { ownLimitBreaches, setOwnLimits } from '../../api/order-desk/own-limits.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { beginSession, signOut } from '../../api/venue/session.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { must } from '../../../core/domain/must.ts'
import { noLimits } from '../../../core/domain/own-limits.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import '../../../testing/overlays-there.tsx'
import { LimitsSection } from './limits-section.tsx'
import { firmIoc } from '../../../testing/order.fixture.ts'

beforeEach(() => {
  localStorage.clear()
  setOwnLimits(noLimits)
})
afterEach(cleanup)

const order = {
  symbol: 'BTC-USD',
  ...firmIoc,
  side: 'buy',
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

test('a stored loss that cannot be read is told, and counts again by a press', async () => {
  beginSession({ method: 'token', account: 'damaged', token: 'a.b.c', expiresAtMs: undefined, keep: 'memory' })
  onTestFinished(signOut)
  setOwnLimits({ ...noLimits, dailyLoss: dec('500') })
  localStorage.setItem('legwork.day-loss', 'much')
  expect(breaches()).toEqual(['day_unknown'])
  render(<LimitsSection />)
  await userEvent.click(screen.getByRole('button', { name: 'Count it from now' }))
  expect(screen.queryByRole('button', { name: 'Count it from now' })).toBeNull()
  const owner = ownerKey(must(presentOwner(), 'who is signed in'))
  noteDayLoss(owner, { most: dec('3'), sinceMs: serverNowMs() - 1, untilMs: serverNowMs() + 1 }, serverNowMs())
  expect(localStorage.getItem('legwork.day-loss')).toContain('"most":"3"')
})
