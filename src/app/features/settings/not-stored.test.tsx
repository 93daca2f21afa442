// @vitest-environment happy-dom
/**
 * A browser without storage, over the in-process exchange: no order is sent without a record unless the trader allows
 * it.
 */
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { saveSample } from '../../api/samples/sample-store.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { intentStore } from '../../api/order-desk/intent-store.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { dec } from '../../../core/domain/decimal.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import { minuteMs } from '../../../core/domain/time.ts'
import { withoutRoom } from '../../../testing/full-browser.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import '../../../testing/overlays-there.tsx'
import { firmAtMarket } from '../../../testing/order.fixture.ts'
import { DataSection } from './data-section.tsx'

const page = startPage()

const buy = (): ClientOrderId =>
  desk.draft({ ...firmAtMarket, symbol: 'BTC-USD-PERPETUAL', side: 'buy', quantity: dec('0.01') }, { title: 'Buy' })
const stateOf = (id: ClientOrderId) => desk.snapshot().intents.find(each => each.client_order_id === id)?.state
const posts = (): number => page.sandbox.asked.filter(each => each === 'POST /v1/api/order').length

it('an order that no room can be made for is not sent until the trader says so, and Settings says what was not stored', async () => {
  await mountPage(<DataSection />)
  const id = buy()
  await withoutRoom({ from: 0, refused: Number.POSITIVE_INFINITY, when: 'commit', deletes: true }, async () => {
    desk.confirm(id)
    await waitFor(() =>
      expect(stateOf(id)).toMatchObject({ kind: 'unstored', message: expect.stringContaining('storage is full') }),
    )
    expect(posts()).toBe(0)
    desk.confirm(id, { withoutDurability: true })
    await waitFor(() => expect(stateOf(id)?.kind).toBe('accepted'))
    const said = (): string =>
      screen
        .getAllByTestId('not-stored')
        .map(each => each.textContent)
        .join('\n')
    await waitFor(() => expect(said()).toMatch(/^A record of an order was not stored\..*storage is full/m))
    await waitFor(() =>
      expect(said()).toMatch(/^The journal: [1-9]\d* events? not stored yet, 0 lost\..*storage is full/m),
    )
  })
  expect(posts()).toBe(1)
})

it('an order that samples give up their room for is sent with its record, and Settings says how many went', async () => {
  const owner = presentOwner()
  if (owner === undefined) throw new Error('not signed in')
  // From last week: the first of each hour stays.
  const weekAgoMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7 * 86_400_000
  const empty = { equity: { cash: '1', leftOut: [] }, cash: {}, indexes: {}, positions: [] } as unknown as Sample
  const other = ownerKey({ ...owner, account: 'other' })
  for (const minutes of [0, 1, 2, 10_080]) await saveSample(other, { ...empty, atMs: weekAgoMs + minutes * minuteMs })
  await mountPage(<DataSection />)
  const id = buy()
  await withoutRoom({ from: 0, refused: 1, when: 'commit', deletes: true, store: 'intents' }, async () => {
    desk.confirm(id)
    await waitFor(() => expect(stateOf(id)?.kind).toBe('accepted'))
  })
  expect([(await intentStore.get(id))?.client_order_id, posts()]).toEqual([id, 1])
  expect((await screen.findByTestId('thinned-for-room')).textContent).toContain('2 older samples went')
})
