// @vitest-environment happy-dom
/**
 * Screens that need the listing, while the venue provides none: a message, the reason in the footer, and one press
 * retries.
 */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startPage } from '../../testing/mount-page.tsx'
import { UiProvider } from '../ui/commands/ui-provider.tsx'
import { router, Screens } from './router.tsx'
import '../../testing/overlays-there.tsx'

const page = startPage({
  starts: 'signed_out',
  prepare(sandbox) {
    sandbox.instead = request => (request.url.includes('exchangeInfo') ? new Response('', { status: 503 }) : undefined)
  },
})

it('Build and Markets say that there is no listing and why, and come alive when asked again', async () => {
  await act(async () => {
    render(
      <UiProvider>
        <Screens />
      </UiProvider>,
    )
  })
  for (const address of ['/build', '/markets'] as const) {
    await act(async () => router.navigate({ to: address }))
    expect(await screen.findByText('Could not load the instruments')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    const foot = screen.getByRole('region', { name: 'Status' })
    await waitFor(() => expect(foot.textContent).toMatch(/503|not available|unavailable|venue/i))
  }
  page.sandbox.instead = undefined
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  await waitFor(() => expect(screen.queryByText('Could not load the instruments')).toBeNull())
  await waitFor(() => expect(screen.getByRole('region', { name: 'Instruments' }).textContent).toMatch(/All \d+/))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Status' }).textContent).toBe(''))
})
