// @vitest-environment happy-dom
/** The machine's clock is days ahead of the venue's, over the in-process exchange. */
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { closeDatabase } from '../browser/db.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { desk } from '../order-desk/desk.ts'
import { queryClient } from '../polling/query-client.ts'
import { startApi } from '../start-api.ts'
import { serverNowMs } from './clock.ts'
import { readSession, signOut } from './session.ts'
import { readVenue } from './venue.ts'

const daysMs = 30 * 86_400_000

it('continues the tab’s session, and computes in the venue’s time', async () => {
  const sandbox = await createSandboxFixture()
  const asked = await sandbox.fetch('/sandbox/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'demo' }),
  })
  const { credentials_secret: token } = (await asked.json()) as { readonly credentials_secret: string }
  sessionStorage.setItem(
    'legwork.session',
    JSON.stringify({ venueKey: readVenue().key, token, account: 'demo', method: 'sandbox' }),
  )
  const wallMs = vi.spyOn(systemTimers, 'wallMs').mockImplementation(() => Date.now() + daysMs)
  const stop = startApi({ fetch: sandbox.fetch })
  try {
    expect(readSession()).toEqual({ status: 'signed_out' })
    await waitFor(() => expect(readSession()).toMatchObject({ status: 'signed_in', account: 'demo' }))
    expect(Math.abs(serverNowMs() - Date.now())).toBeLessThan(60_000)
    await waitFor(() => expect(desk.snapshot().ready).toBe(true))
  } finally {
    stop()
    signOut()
    wallMs.mockRestore()
    await queryClient.cancelQueries()
    queryClient.clear()
    await closeDatabase()
  }
})
