// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeDatabase } from '../../api/browser/db.ts'
import { recorderBehindPage } from '../../../testing/recorder/recorder-behind-page.ts'
import { RecorderSection } from './recorder-section.tsx'
import '../../../testing/overlays-there.tsx'

const ends: (() => void)[] = []
beforeEach(() => localStorage.clear())
afterEach(async () => {
  cleanup()
  act(() => {
    for (const end of ends.splice(0)) end()
  })
  await closeDatabase()
})

type Behind = Awaited<ReturnType<typeof recorderBehindPage>>

async function show(behind: Behind, account?: string): Promise<HTMLElement> {
  await act(async () => void ends.push(await behind.signIn(account)))
  render(<RecorderSection />)
  return screen.findByRole('region', { name: 'Recorder' })
}
const valueOf = (panel: HTMLElement, term: string): string =>
  within(panel).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent ?? ''

describe('a recorder that follows the account', () => {
  test('is shown with its recorded times and its alert destinations, without their addresses', async () => {
    const panel = await show(await recorderBehindPage())
    await within(panel).findByText('Send test alert')
    await within(panel).findByText('Account', { selector: 'dt' })
    expect(valueOf(panel, 'Account')).toBe('desk')
    expect(valueOf(panel, 'Seen')).toMatch(/^Sat 21 Nov 2026 05:34:00 to 05:34:00 UTCSat 21 Nov 2026 05:32:00 to /)
    expect(valueOf(panel, 'Notes')).toBe('shared')
    expect(valueOf(panel, 'desk-hook')).toBe('webhook')
    expect(valueOf(panel, 'night-hook')).toBe(
      'webhook, quiet 22:00–07:00 Europe/Prague: a summary follows; liquidations and margin come at once',
    )
    expect(panel.textContent).not.toContain('example')
  })

  test('sends a test alert to each place once, however the button is hammered, and says what each answered', async () => {
    const behind = await recorderBehindPage()
    const panel = await show(behind)
    const button = await within(panel).findByRole('button', { name: 'Send test alert' })
    act(() => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    const status = within(panel).getByRole('status')
    await waitFor(() => expect(status.textContent).toContain('desk-hook: delivered, answered 200: ok'))
    expect(status.textContent).toContain('night-hook: not delivered, answered 404')
    expect(behind.sent.map(each => [each.body.kind, each.body.title])).toEqual([
      ['test', 'Test alert'],
      ['test', 'Test alert'],
    ])
  })

  test('says why no test alert was sent', async () => {
    const behind = await recorderBehindPage()
    const panel = await show(behind)
    const button = await within(panel).findByRole('button', { name: 'Send test alert' })
    behind.state.waitSeconds = 10
    await userEvent.click(button)
    const status = within(panel).getByRole('status')
    await waitFor(() => expect(status.textContent).toBe('No test alert was sent: Too many requests.'))
    behind.state.isAway = true
    await userEvent.click(button)
    await waitFor(() => expect(status.textContent).toBe('No test alert was sent: The recorder did not answer.'))
    expect(behind.sent).toEqual([])
  })

  test('lists the last alerts with what came of them', async () => {
    const panel = await show(await recorderBehindPage())
    const list = await within(panel).findByRole('list', { name: 'Last alerts sent' })
    const [last] = within(list).getAllByRole('listitem')
    expect(last?.textContent).toMatch(
      /^(?:Bought|Sold) [\d.]+ · BTC PERP at [\d,.]+Sat 21 Nov 2026 05:33:\d\d UTC · (?:desk|night)-hook: waits to be sent$/,
    )
  })

  test('without alerts does not mention them', async () => {
    const panel = await show(await recorderBehindPage('none'))
    await within(panel).findByText('shared')
    expect(within(panel).queryByText('Send test alert')).toBeNull()
  })
})

describe('a recorder', () => {
  test('of accounts of other names asks which is this one, and takes the word back', async () => {
    const behind = await recorderBehindPage()
    const panel = await show(behind, 'mine')
    await userEvent.click(await within(panel).findByRole('button', { name: 'It is desk' }))
    await userEvent.click(await within(panel).findByRole('button', { name: 'It is another account' }))
    await within(panel).findByRole('button', { name: 'It is desk' })
    await waitFor(() => expect(within(panel).queryByText('Send test alert')).toBeNull())
  })

  test('that does not answer is said to, since when, and is not taken for none', async () => {
    const behind = await recorderBehindPage()
    behind.state.isAway = true
    const panel = await show(behind)
    await waitFor(() =>
      expect(panel.textContent).toMatch(/The recorder did not answer\. Since .* UTC; history is what this browser has/),
    )
  })
})
