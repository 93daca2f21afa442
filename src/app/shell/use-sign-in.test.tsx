// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../../api/start-api.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { leavePage, mountPage } from '../../testing/mount-page.tsx'
import { useSignIn } from './shell.tsx'

Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

let stop: () => void
beforeEach(async () => {
  stop = startApi({ fetch: (await createSandboxFixture()).fetch })
})
afterEach(() => leavePage(stop))

function Commands() {
  return useSignIn().map(({ id, name, run }) => (
    <button key={id} type="button" onClick={run}>
      {name}
    </button>
  ))
}

const openAt = (address: string) => mountPage(<Commands />, address)
const signIn = () => act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))

describe('signing in', () => {
  test('is a command of every screen, which says where one comes from, and leads back there once signed in', async () => {
    const router = await openAt('/orders')
    await act(async () => screen.getByText('Sign in').click())
    expect(router.location).toMatchObject({ pathname: '/portfolio', search: { from: '/orders' } })
    await signIn()
    await waitFor(() => expect(router.location.pathname).toBe('/orders'))
    expect(screen.queryByText('Sign in')).toBeNull()
  })

  test('leads to a screen of this page alone', async () => {
    const router = await openAt('/portfolio?from=/nowhere')
    await signIn()
    expect(router.location.pathname).toBe('/portfolio')
  })

  test('on the screen where it is done goes nowhere', async () => {
    const router = await openAt('/portfolio')
    await act(async () => screen.getByText('Sign in').click())
    expect(router.location).toMatchObject({ pathname: '/portfolio', search: {} })
  })
})
