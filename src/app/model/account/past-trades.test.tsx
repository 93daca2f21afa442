// @vitest-environment happy-dom
/** A browser that has never seen the account, against the in-process sandbox. */
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { desk } from '../../api/order-desk/desk.ts'
import { startApi } from '../../api/start-api.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { dec, lt } from '../../../core/domain/decimal.ts'
import { emptyBrowser, leaveVenue, sendOrder } from '../../../testing/mount-page.tsx'
import { pass } from '../../../testing/stepped-clock.ts'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { firmAtMarket } from '../../../testing/order.fixture.ts'
import { useKnownPast, useRealised } from './use-realised.ts'

let stop: () => void = () => undefined

async function begin(sandbox: SandboxFixture, hasSocket: boolean): Promise<void> {
  document.head.innerHTML = `<meta name="legwork-feed" content="${hasSocket ? 'socket' : 'none'}">`
  stop = startApi({ fetch: sandbox.fetch, socket: sandbox.socket })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
  await act(async () => expect(await signInToSandbox('fresh')).toEqual({ ok: true }))
}
async function end(): Promise<void> {
  await leaveVenue(stop)
  // A sample on the road is saved in this browser, not in the next.
  await pass(1_000)
  await emptyBrowser()
}
afterEach(end)

async function trade(side: 'buy' | 'sell'): Promise<void> {
  await sendOrder({ ...firmAtMarket, symbol: 'BTC-USD-PERPETUAL', side, quantity: dec('0.5') })
}

const shown = () => renderHook(() => ({ past: useKnownPast(), realised: useRealised() }))

describe('realised P&L in a browser that never saw the account', () => {
  it('is that of all fills that the venue lists', async () => {
    const sandbox = await createSandboxFixture()
    await begin(sandbox, true)
    await trade('buy')
    await trade('sell')
    await end()
    await begin(sandbox, true)
    const { result } = shown()
    await waitFor(() => expect(result.current.past).toBe('whole'))
    await waitFor(() => expect(result.current.realised?.closings.length).toBeGreaterThan(0))
    expect(lt(result.current.realised?.total ?? dec('0'), dec('0'))).toBe(true)
  })

  it('is not known where the venue lists none', async () => {
    await begin(await createSandboxFixture({ profile: 'core' }), false)
    const { result } = shown()
    await waitFor(() => expect(result.current.past).toBe('unknown'))
  })
})
