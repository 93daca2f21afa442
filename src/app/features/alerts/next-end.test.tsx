// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { mountPage, startPage, sendOrder } from '../../../testing/mount-page.tsx'
import { firmLimit } from '../../../testing/order.fixture.ts'
import { mask } from '../../ui/format/privacy.ts'
import { setPreferences } from '../../ui/theme/preferences.ts'
import { EndsList } from './next-end.tsx'
import { useEnds } from './use-ends.ts'

startPage({ account: 'flat-ends' })

const Ends = () => <EndsList ends={useEnds()} />

test('an order that will end is named with its size, which is masked while amounts are hidden', async () => {
  const resting = { ...firmLimit, symbol: 'PTF-USD', side: 'buy', recv_window: 3 } as const
  await sendOrder({ ...resting, quantity: dec(1_500), price: dec('0.5') })
  await mountPage(<Ends />)
  await waitFor(() => expect(screen.getByText('Buy 1,500 · PTF-USD')).toBeTruthy())
  act(() => setPreferences({ amounts: 'hidden' }))
  await waitFor(() => expect(screen.getByText(`Buy ${mask} · PTF-USD`)).toBeTruthy())
  act(() => setPreferences({ amounts: 'shown' }))
})
