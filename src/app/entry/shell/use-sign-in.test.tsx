// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import { useSignIn } from './shell.tsx'

const page = startPage({ starts: 'signed_out' })

function Commands() {
  return useSignIn().map(({ id, name, run }) => (
    <button key={id} type="button" onClick={run}>
      {name}
    </button>
  ))
}

const openAt = (address: string) => mountPage(<Commands />, address)
const signIn = () => page.signIn()

describe('signing in', () => {
  test('is a command of every screen, which says where one comes from, and leads back there once signed in', async () => {
    const router = await openAt('/orders')
    await act(async () => screen.getByText('Sign in').click())
    expect(router.location).toMatchObject({ pathname: '/portfolio', search: { from: '/orders' } })
    await signIn()
    await waitFor(() => expect(router.location.pathname).toBe('/orders'))
    expect(screen.queryByText('Sign in')).toBeNull()
  })

  test('leads only to a screen of this page', async () => {
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
