// @vitest-environment happy-dom
/** Sessions that outlive their tokens, over the in-process exchange. */
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { minuteMs } from '../../../core/domain/time.ts'
import { startPage } from '../../../testing/mount-page.tsx'
import { usePositions } from '../account/account-hooks.ts'
import { useConnection } from '../polling/connection.ts'
import { serverNowMs } from './clock.ts'
import { beginSession, credentials, readSession } from './session.ts'
import { signInToSandbox, signInWithToken } from './sign-in.ts'
import { pass } from '../../../testing/stepped-clock.ts'

const page = startPage({ starts: 'signed_out' })

const currentToken = async (): Promise<string> => (await credentials()?.tokenFor('')) ?? ''
const serialOf = (): number | undefined => {
  const session = readSession()
  return session.status === 'signed_in' ? session.serial : undefined
}
async function signInFor(ms: number, method: 'sandbox' | 'token'): Promise<string> {
  await act(async () => expect(await signInToSandbox('demo')).toEqual({ ok: true }))
  const token = await currentToken()
  act(() => beginSession({ token, account: 'demo', method, expiresAtMs: serverNowMs() + ms, keep: 'tab' }))
  return token
}

describe('a session whose token ends', () => {
  it('of the sandbox gets a new one ahead of time, and is the same session', async () => {
    const before = await signInFor(5 * minuteMs, 'sandbox')
    const serial = serialOf()
    await waitFor(async () => expect(await currentToken()).not.toBe(before))
    expect(readSession()).toMatchObject({ status: 'signed_in', account: 'demo', serial })
    expect(sessionStorage.getItem('legwork.session')).toContain(await currentToken())
  })

  it('lapses where there is no other token: what was read stays, nothing more is asked, and a new token goes on', async () => {
    const token = await signInFor(1_500, 'token')
    const serial = serialOf()
    const { result } = renderHook(() => [usePositions(), useConnection()] as const)
    await waitFor(() => expect(result.current[0].data?.length).toBeGreaterThan(0))
    const symbols = (): readonly string[] | undefined => result.current[0].data?.map(each => each.symbol)
    const current = symbols()
    await waitFor(() => expect(readSession()).toMatchObject({ status: 'signed_in', isLapsed: true, serial }))
    expect(symbols()).toEqual(current)
    expect(result.current[1].state).toBe('signed_out')
    expect(credentials()).toBeUndefined()
    // A request that left before arrives first.
    await pass(500)
    const asked = page.sandbox.asked.filter(each => each.endsWith('/positions')).length
    act(() => result.current[0].refetch())
    await pass(2_500)
    expect(page.sandbox.asked.filter(each => each.endsWith('/positions'))).toHaveLength(asked)
    act(() => expect(signInWithToken(token, 'memory')).toEqual({ ok: true }))
    expect(readSession()).toMatchObject({ status: 'signed_in', serial })
    expect(readSession()).not.toHaveProperty('isLapsed')
    await waitFor(() =>
      expect(page.sandbox.asked.filter(each => each.endsWith('/positions')).length).toBeGreaterThan(asked),
    )
    expect(symbols()).toEqual(current)
  })

  it('is another session with a token of another account', async () => {
    await signInFor(60 * minuteMs, 'token')
    const serial = serialOf()
    const encode = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '')
    act(() =>
      expect(signInWithToken(`${encode({ alg: 'ES256' })}.${encode({ sub: 'other' })}.c2ln`, 'memory')).toEqual({
        ok: true,
      }),
    )
    expect(readSession()).toMatchObject({ account: 'other' })
    expect(serialOf()).not.toBe(serial)
  })
})
