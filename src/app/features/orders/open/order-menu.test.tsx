// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { orderId } from '../../../../core/domain/ids.ts'
import type { OrderRecord } from '../../../../core/domain/order.ts'
import { parseBuilderSearch } from '../../../links/builder-link.ts'
import { mountPage } from '../../../../testing/mount-page.tsx'
import type { Amendable } from '../../../model/orders/open-order-rows.ts'
import { type OpenOrderRow, openOrderRow } from '../../../model/orders/open-order-rows.ts'
import { useOrderMenu } from '../board/blotter.tsx'
import { orderRecord } from '../../../../testing/order.fixture.ts'

afterEach(cleanup)

const record = orderRecord('first', {
  symbol: 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1',
  side: 'sell',
  quantity: dec('5'),
  price: dec('3200'),
  order_id: orderId('7'),
})
const rowOf = (change: Partial<OrderRecord> = {}): OpenOrderRow => openOrderRow({ ...record, ...change }, undefined)

async function menuOf(row: OpenOrderRow, canCancel = true) {
  const amend = vi.fn<(order: Amendable) => void>()
  const better = vi.fn<(order: Amendable) => void>()
  const cancel = vi.fn<(row: OpenOrderRow) => void>()
  const open = vi.fn<(row: OpenOrderRow) => void>()
  function Menu() {
    const items = useOrderMenu({
      amend: canCancel ? amend : undefined,
      better: canCancel ? better : undefined,
      cancel: canCancel ? cancel : undefined,
      open,
    })(row)
    return items.map(({ id, label, enabled, run }) => (
      <button key={id} type="button" disabled={enabled === false} onClick={run}>
        {label}
      </button>
    ))
  }
  const router = await mountPage(<Menu />, '/orders')
  const press = (label: string) => act(async () => screen.getByText(label).click())
  const labels = () => screen.getAllByRole<HTMLButtonElement>('button').map(each => [each.textContent, !each.disabled])
  const drafted = () => ({ path: router.location.pathname, ...parseBuilderSearch(router.location.search) })
  return { press, labels, drafted, amend, better, cancel, open }
}

describe('the menu of an open order', () => {
  test('copies it into the builder as it stands: legs, side, size and price', async () => {
    const { press, drafted, cancel } = await menuOf(rowOf())
    await press('Copy into the builder')
    expect(drafted()).toMatchObject({
      path: '/build',
      legs: record.symbol,
      dir: 'sell',
      qty: '5',
      px: '3200',
      mode: 'firm',
    })
    expect(cancel).not.toHaveBeenCalled()
  })

  test('reverses it there for the other side, without the price, which was the old side’s', async () => {
    const { press, drafted } = await menuOf(rowOf())
    await press('Reverse in the builder')
    expect(drafted()).toMatchObject({ path: '/build', legs: record.symbol, dir: 'buy', qty: '5', mode: 'firm' })
    expect(drafted().px).toBeUndefined()
  })

  test('cancels, amends and improves nothing by itself: each is asked about', async () => {
    const { press, amend, better, cancel, drafted } = await menuOf(rowOf())
    await press('One step better…')
    expect(better).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ side: 'sell', price: '3200' }))
    expect(amend).not.toHaveBeenCalled()
    await press('Amend…')
    expect(amend).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ side: 'sell', price: '3200', remaining: '5' }),
    )
    await press('Cancel…')
    expect(cancel).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'first' }))
    expect(drafted().path).toBe('/orders')
  })

  test('offers no way to order by a side that the venue does not say, and none to amend what is not known', async () => {
    const { labels } = await menuOf(rowOf({ side: 'both' }))
    expect(labels()).toEqual([
      ['Amend…', false],
      ['One step better…', false],
      ['Copy into the builder', false],
      ['Reverse in the builder', false],
      ['Cancel…', true],
      ['Details', true],
    ])
  })

  test('has neither amend nor cancel where the venue cannot cancel', async () => {
    const { labels } = await menuOf(rowOf(), false)
    expect(labels().map(([label]) => label)).toEqual(['Copy into the builder', 'Reverse in the builder', 'Details'])
  })
})
