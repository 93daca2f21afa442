// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { setVenueSettings } from '../../api/venue/venue.ts'
import { endTour, isTourOffered, noteExplanationRead, startTour } from '../../ui/tour/tour-store.ts'
import { mountPage, startPage } from '../../../testing/mount-page.tsx'
import type { Destination } from '../../ui/router/address.ts'
import { besideOf, TourStrip } from './tour-strip.tsx'

async function show(): Promise<{ go(there: Destination): Promise<void> }> {
  const router = await mountPage(
    <>
      <main id="screen" tabIndex={-1}>
        <input aria-label="A field" />
      </main>
      <TourStrip />
    </>,
    '/portfolio',
  )
  return { go: there => act(async () => router.navigate(there)) }
}
const strip = () => screen.getByTestId('tour')
const says = (part: string | RegExp) => waitFor(() => expect(strip().textContent).toMatch(part))

const page = startPage({ starts: 'signed_out' })
afterEach(() => {
  endTour()
  setVenueSettings({})
})

const heightPx = 200
it.each([
  ['a bar over the whole width', { left: 6, right: innerWidth - 6, top: 74, bottom: 164 }],
  ['a bar at the foot', { left: 6, right: innerWidth - 6, top: innerHeight - 80, bottom: innerHeight }],
  ['a column at the right', { left: innerWidth - 480, right: innerWidth, top: 74, bottom: innerHeight }],
  ['a column at the left', { left: 0, right: 425, top: 74, bottom: innerHeight }],
])('the card does not cover the panel of its target: %s', (_, panel) => {
  const target = { left: panel.left + 4, top: panel.top + 4, width: 150, height: 60 }
  const { left = 0, top, bottom = 0 } = besideOf({ ...target, panel })
  const from = Number(top ?? innerHeight - Number(bottom) - heightPx)
  const isApart =
    Number(left) + 340 <= panel.left ||
    Number(left) >= panel.right ||
    from >= panel.bottom ||
    from + heightPx <= panel.top
  expect(isApart).toBe(true)
})

describe('the strip of the tour', () => {
  it('is there once it is asked for, is heard by a screen reader, and follows what was done', async () => {
    const { go } = await show()
    expect(screen.queryByTestId('tour')).toBeNull()
    act(() => startTour(0))
    await says('1 of 7Sign in')
    expect(strip().querySelector('[aria-live="polite"]')?.textContent).toContain('Sign in')
    await page.signIn()
    await says('2 of 7Read the portfolio')
    act(noteExplanationRead)
    await says('3 of 7Build an iron condor')
    await go({ to: '/build', search: { legs: 'a@1/b@-1/c@-1/d@1' } })
    await says('4 of 7Ask for quotes')
    // Journal belongs to no step of the tour.
    await go({ to: '/journal' })
    await says('4 of 7Ask for quotes')
  })

  it('takes the focus from the press that asked for it, and never again', async () => {
    await show()
    act(() => startTour(0))
    await waitFor(() => expect(document.activeElement).toBe(strip()))
    await userEvent.click(screen.getByLabelText('A field'))
    await page.signIn()
    await says('2 of 7')
    expect(document.activeElement).toBe(screen.getByLabelText('A field'))
  })

  it('skips a step, and ends, by the keyboard; the focus goes to the screen', async () => {
    await show()
    act(() => startTour(0))
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await says('2 of 7')
    expect(document.activeElement?.textContent).toBe('Skip this step')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByTestId('tour')).toBeNull()
    expect(document.activeElement?.id).toBe('screen')
  })

  it('is offered once, and says before a real venue that what is sent there is real', async () => {
    await show()
    expect(isTourOffered()).toBe(true)
    act(() => startTour(0))
    expect(isTourOffered()).toBe(false)
    expect(strip().textContent).not.toContain('real venue')
    act(() => void setVenueSettings({ baseUrl: 'https://api.venue.example' }))
    await says('This is a real venue')
  })
})
